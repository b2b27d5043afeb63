-- The string library: patterns, formats, packing, UTF-8.
local function show(...)
  local shown = table.pack(...)
  for i = 1, shown.n do shown[i] = tostring(shown[i]) end
  print(table.concat(shown, " | "))
end

local text = "The quick brown fox, aged 7, jumps over 13 lazy dogs; x=0x1F y=-2.5e3"
for word in text:gmatch("%a+") do io.write(word:upper():lower():sub(1, 3), ",") end
print()
for _, p in ipairs { "%d+", "%s%l+$", "^(%u%l*)", "(%w+)=(%S+)", "%f[%w]%a+", "%b,,", "[^%s,]+,", "()o()", "x-=", ".-fox",
                     "[%a_][%w_]*", "%p", "[a-f]+[g-z]+", "(%a)%1", "o.", "%x%x" } do
  show(p, tostring(text:find(p)), tostring((text:match(p))))
end
show(text:gsub("%w+", { The = "A", fox = "cat", dogs = false }))
show(text:gsub("(%w+) (%w+)", "%2 %1", 3))
show(text:gsub("%d", function(d) return d == "7" and "seven" or nil end))
show(("abc"):gsub("", "-"))
show(("hello world"):gsub("o", "%%%0%%"))
show(("%d"):rep(3, "/"), ("abc"):reverse(), ("abc"):byte(1, -1))
show(string.char(72, 105), #("x"):rep(1000), ("x"):rep(0) == "")
show(("a,b,,c"):find(",", 1, true), ("a.b"):find(".", 1, true), ("aXb"):find("%u"))
show(tostring(("abc"):sub(-2)), ("abc"):sub(2, 10), ("abc"):sub(0), ("abc"):sub(3, 2) == "")

for _, f in ipairs { "%5d|", "%-5d|", "%05d|", "%+d|", "%x|", "%X|", "%#x|", "%o|", "%c|", "%i|", "% d|" } do
  io.write(string.format(f, 77))
end
for _, f in ipairs { "%f ", "%.3f ", "%10.2f ", "%e ", "%.2E ", "%g ", "%G ", "%a ", "%-12.4g| " } do
  io.write(string.format(f, 1234.56789))
end
print()
print(string.format("%s %10s %-10s| %.3s %q %q %q %%", nil, "right", "left", "abcdef", 'a"b\n\0c', 1 / 3, math.mininteger))
print(string.format("%q", 0 / 0), string.format("%q", 1 / 0), pcall(string.format, "%d", 1.5))
print(pcall(string.format, "%y", 1), pcall(string.format, "%d"), pcall(string.rep, "x", 1 << 60))

for _, f in ipairs { "<i4", ">i4", "<I2", ">I8", "b", "B", "<h", "<d", ">f", "z", "s1", "<s4", "<j", "!8 i1 i8", "<i3", ">i7" } do
  local ok, packed = pcall(string.pack, f, f:find("[sz]") and "text" or 100, 7)
  if ok then show(f, #packed, checksum(packed), tostring((string.unpack(f, packed)))) else show(f, packed) end
end
show(string.packsize("<i4 d !8 Xd i1"), pcall(string.packsize, "s"))
show(pcall(string.unpack, "<i4", "abc"), pcall(string.pack, "<i1", 300), pcall(string.pack, "i17", 1))
show(string.unpack("<i2 >i2 z B", string.pack("<i2 >i2 z B", -2, 513, "zero", 255)))

local greek = "αβγ δ€𝄞"
show(utf8.len(greek), #greek, utf8.codepoint(greek, 1, -1))
for p, c in utf8.codes(greek) do io.write(p, ":", c, " ") end
print(utf8.char(72, 228, 8364, 119070), utf8.offset(greek, 3), utf8.offset(greek, -1), #utf8.charpattern)
show(tostring(utf8.len("\xff")), tostring(select(2, utf8.len("a\xff"))), pcall(utf8.codepoint, "\xff"))
for c in greek:gmatch(utf8.charpattern) do io.write("[", c, "]") end
print("\u{48}\x49\74\z
       joined", 'a\
b', [[long
bracket]], [==[with ]] inside]==])

-- Conversions between strings and numbers, comparison, concatenation.
for _, s in ipairs { "10", " 0x10 ", "1e2", "0x1p4", "1e", "", "  ", "0x", "1 2", "inf", "9223372036854775808", "-9223372036854775808" } do
  io.write(tostring(tonumber(s)), " ")
end
print(tonumber("zz", 36), tonumber("777", 8), tonumber("12", 2), pcall(tonumber, "1", 99))
print("10" + 5, "3" * "4", 10 .. 20, "a" < "b", "Z" < "a", "" < "a", "a\0b" < "a\0c", pcall(function() return "a" < 1 end))
print(pcall(function() return "abc" + 1 end))

-- A longer job: word counts of generated text, in a fixed order.
local counts, seed = {}, 12345
for _ = 1, 20000 do
  seed = (seed * 1103515245 + 12345) % 2147483648
  local word = string.format("w%02x", (seed >> 16) % 97)
  counts[word] = (counts[word] or 0) + 1
end
local keys = {}
for k in pairs(counts) do keys[#keys + 1] = k end
table.sort(keys)
local out = {}
for i, k in ipairs(keys) do out[i] = k .. "=" .. counts[k] end
print(#keys, checksum(table.concat(out, ";")))
