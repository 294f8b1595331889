"""Take That, Take It! and Take A Number, played by friends on one LAN from their terminals."""

__version__ = "0.1.0"
