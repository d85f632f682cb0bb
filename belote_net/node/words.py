"""The 256 French words that codes and fingerprints are made of: one word is one byte.

Chosen to be said aloud and typed by a child: four to ten letters, no accents, no word that
hurts, the first four letters of each belong to it alone, and no two differ by one letter only.
"""

from __future__ import annotations

_TEXT = """
    abeille abricot aigle ailette alouette amande amiral ananas arrosoir asperge assiette
    atout banane banjo bateau baton beignet belote betterave biche billet bison bonbon bonnet
    botte bouchon bouquet boussole bretzel brioche cacao cadeau caillou canard capot caramel
    carotte carreau casquette castor cavalier cerise chaise chalet chapeau chataigne cheval
    chocolat chouette cigale cigogne citron clairon clarinette clochette clou cobra coccinelle
    coeur coinche colombe compote concombre confiture coquille cornichon coton coucou couronne
    crabe crepe cuisine dame danse dauphin dessert diamant dinosaure dorade dragon drapeau
    duvet ecaille echarpe eclair ecrevisse ecureuil epice epinard escargot etoile fable faisan
    falaise farine fauteuil flocon fougere fraise framboise frite fromage galette galop gaufre
    gazelle geant genou girafe glace gondole goyave grenouille groseille guepard guitare hamac
    hamster herbe hibou hirondelle huitre igloo iris ivoire jacinthe jaguar jardin jasmin
    jeton jongleur jumelle kangourou kayak kiwi koala laine lampe lapin legume lentille
    leopard lezard libellule licorne lievre limonade lion liseron litchi loup loutre luge
    lutin lynx macaron maison mandarine mangue melon menthe meringue miel mimosa miroir moka
    montagne mouton musique myrtille noisette noix nougat nuage oasis ocean oiseau olive
    omelette opale orange ourson palmier panda panier papillon pastel perle perroquet persil
    phare phoque piano pigeon pintade pique pirate pistache planete plume poire poisson pomme
    poney porte potiron prune puits puzzle quartz rebelote reine renard requin risotto robin
    roche rose rouge salade sardine savon sirop soleil sucre surf taupe theiere ticket tierce
    tigre tilleul tomate tornade tortue toucan toupie tracteur train trefle tresse trompette
    truite tulipe turbot valet valise vanille verger village voisin voiture volcan wapiti
    yaourt zebre
"""

WORDS = tuple(_TEXT.split())
"""In alphabetical order. The order is part of the format: a code or fingerprint names indices."""
