(module (func $f (unknown.thing)))
