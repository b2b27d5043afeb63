-- Building, taking apart and searching strings.

local words = {}
for i = 1, 3000 do
  words[i] = ("w%d_%x"):format(i * 7919 % 1000, i)
end

local text = {}
for round = 1, 8 do
  for i, word in ipairs(words) do
    text[#text + 1] = (i + round) % 5 == 0 and word:upper() or word:reverse()
  end
end
text = table.concat(text, " ")

local counts, longest = {}, ""
for word in text:gmatch("%S+") do
  local key = word:lower():sub(1, 3)
  counts[key] = (counts[key] or 0) + 1
  if #word > #longest then longest = word end
end

local kinds, total = 0, 0
for _, count in pairs(counts) do
  kinds, total = kinds + 1, total + count
end

local replaced, times = text:gsub("(%d+)_(%x+)", "%2-%1")
local sum = 0
for i = 1, #replaced, 3 do
  sum = (sum * 33 + replaced:byte(i)) % 4294967296
end

local packed = {}
for i = 1, 20000 do
  packed[i] = string.pack("<I4d", i, i / 3)
end
packed = table.concat(packed)
local numbers, at = 0, 1
while at <= #packed do
  local whole, part
  whole, part, at = string.unpack("<I4d", packed, at)
  numbers = numbers + whole + part
end
print(kinds, total, longest, times, sum, numbers)
