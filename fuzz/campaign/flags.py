class Flags:
    def __init__(self, plugin, cli): pass
    def prepare(self): pass
