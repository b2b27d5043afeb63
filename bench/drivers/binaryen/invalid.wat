(module (func $f (param i32) (result i64) (i32.add (local.get 0) (i64.const 1))))
