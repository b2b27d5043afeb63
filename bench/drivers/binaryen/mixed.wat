(module
  (type $point (struct (field $x (mut i32)) (field $y (mut f64))))
  (type $row (array (mut i16)))
  (type $unary (func (param i32) (result i32)))
  (memory $m 1 2)
  (table $t 4 4 funcref)
  (elem (i32.const 0) $double $square $fib $collatz)
  (global $count (mut i32) (i32.const 0))
  (tag $odd (param i32))
  (data (i32.const 16) "some text\00and more")

  (func $double (export "double") (type $unary) (param $n i32) (result i32)
    (i32.mul (local.get $n) (i32.const 2)))

  (func $square (type $unary) (param $n i32) (result i32)
    (i32.mul (local.get $n) (local.get $n)))

  (func $fib (export "fib") (type $unary) (param $n i32) (result i32)
    (if (result i32) (i32.lt_u (local.get $n) (i32.const 2))
      (then (local.get $n))
      (else (i32.add
        (call $fib (i32.sub (local.get $n) (i32.const 1)))
        (call $fib (i32.sub (local.get $n) (i32.const 2)))))))

  (func $collatz (export "collatz") (type $unary) (param $n i32) (result i32)
    (local $steps i32)
    (block $done
      (loop $again
        (br_if $done (i32.le_u (local.get $n) (i32.const 1)))
        (local.set $steps (i32.add (local.get $steps) (i32.const 1)))
        (local.set $n
          (select
            (i32.add (i32.mul (local.get $n) (i32.const 3)) (i32.const 1))
            (i32.shr_u (local.get $n) (i32.const 1))
            (i32.and (local.get $n) (i32.const 1))))
        (br $again)))
    (local.get $steps))

  (func $apply (export "apply") (param $which i32) (param $n i32) (result i32)
    (global.set $count (i32.add (global.get $count) (i32.const 1)))
    (call_indirect (type $unary) (local.get $n) (i32.and (local.get $which) (i32.const 3))))

  (func $bytes (export "bytes") (param $from i32) (param $length i32) (result i64)
    (local $hash i64)
    (local.set $hash (i64.const -3750763034362895579))
    (block $done
      (loop $again
        (br_if $done (i32.eqz (local.get $length)))
        (local.set $hash
          (i64.mul
            (i64.xor (local.get $hash) (i64.load8_u (local.get $from)))
            (i64.const 1099511628211)))
        (local.set $from (i32.add (local.get $from) (i32.const 1)))
        (local.set $length (i32.sub (local.get $length) (i32.const 1)))
        (br $again)))
    (local.get $hash))

  (func $catching (export "catching") (param $n i32) (result i32)
    (try (result i32)
      (do
        (if (i32.and (local.get $n) (i32.const 1))
          (then (throw $odd (i32.mul (local.get $n) (i32.const 10)))))
        (i32.const 7))
      (catch $odd
        (i32.add (pop i32) (i32.const 1)))))

  (func $structs (export "structs") (param $n i32) (result f64)
    (local $p (ref null $point))
    (local $r (ref null $row))
    (local.set $p (struct.new $point (local.get $n) (f64.convert_i32_s (local.get $n))))
    (local.set $r (array.new $row (i32.const 3) (i32.const 5)))
    (array.set $row (local.get $r) (i32.const 2) (local.get $n))
    (struct.set $point $x (local.get $p)
      (i32.add (struct.get $point $x (local.get $p)) (array.get_s $row (local.get $r) (i32.const 2))))
    (f64.add
      (struct.get $point $y (local.get $p))
      (f64.convert_i32_s (i32.add (struct.get $point $x (local.get $p)) (array.len (local.get $r))))))

  (func $vectors (export "vectors") (param $n i32) (result i32)
    (i32x4.extract_lane 2
      (i32x4.add
        (i32x4.mul (i32x4.splat (local.get $n)) (v128.const i32x4 1 2 3 4))
        (v128.bitselect
          (i32x4.splat (i32.const 9))
          (i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 (i32x4.splat (local.get $n)) (i32x4.splat (i32.const 1)))
          (v128.const i64x2 -1 0)))))

  (func $floats (export "floats") (param $a f64) (param $b f32) (result f64)
    (f64.copysign
      (f64.sqrt (f64.abs (f64.mul (local.get $a) (f64.promote_f32 (f32.nearest (local.get $b))))))
      (f64.min (local.get $a) (f64.const -0))))

  (func $switch (export "switch") (param $n i32) (result i32)
    (block $c (block $b (block $a
      (br_table $a $b $c $b (local.get $n)))
      (return (i32.const 100)))
      (return (i32.clz (local.get $n))))
    (i32.popcnt (i32.rotl (local.get $n) (i32.const 7))))

  (func $main (export "main") (result i32)
    (drop (call $bytes (i32.const 16) (i32.const 18)))
    (i32.add
      (call $apply (i32.const 2) (i32.const 15))
      (i32.add (call $catching (i32.const 3)) (call $collatz (i32.const 27)))))
)
