import { MAX_WARNINGS } from '../../../settings.ts'

/**
 * `warn(texts, more, field)`: stores warnings (JSON, or '') in a field, each once, up to the number that a job shows; further ones are only counted. A
 * pair of a text and a number adds that number to those of the same text, in `<field>_counts`. Returns whether there was a new one.
 */
export const WARN = `
local function countWarned(counts, text, items)
  for _, pair in ipairs(counts) do
    if pair[1] == text then
      pair[2] = pair[2] + items
      return true
    end
  end
  if #counts >= ${MAX_WARNINGS} then return false end
  counts[#counts + 1] = { text, items }
  return true
end

local function warn(texts, more, field)
  more = tonumber(more)
  local isNew = more > 0
  if texts ~= '' then
    local kept, known = cjson.decode(get(field) or '[]'), {}
    local counts, counted = cjson.decode(get(field .. '_counts') or '[]'), false
    for _, text in ipairs(kept) do known[text] = true end
    for _, text in ipairs(cjson.decode(texts)) do
      if type(text) == 'table' then
        if not countWarned(counts, text[1], text[2]) then more = more + 1 end
        counted = true
        isNew = true
      elseif known[text] then -- stored already
      elseif #kept < ${MAX_WARNINGS} then
        kept[#kept + 1] = text
        known[text] = true
        isNew = true
      else
        more = more + 1
        isNew = true
      end
    end
    if #kept > 0 then set(field, cjson.encode(kept)) end
    if counted then set(field .. '_counts', cjson.encode(counts)) end
  end
  add(field .. '_more', more)
  return isNew
end
`
