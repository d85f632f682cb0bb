"""Measuring the program on the machine it runs on."""
