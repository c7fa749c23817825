import { MAX_WARNINGS } from '../settings.ts'

/**
 * `warn(texts, more, field)`: keeps warnings (JSON, or '') in a field, each once, as many as a job shows; the others are counted. Answers whether
 * there was anything new.
 */
export const WARN = `
local function warn(texts, more, field)
  more = tonumber(more)
  local fresh = more > 0
  if texts ~= '' then
    local kept, known = cjson.decode(get(field) or '[]'), {}
    for _, text in ipairs(kept) do known[text] = true end
    for _, text in ipairs(cjson.decode(texts)) do
      if known[text] then -- it is told already
      elseif #kept < ${MAX_WARNINGS} then
        kept[#kept + 1] = text
        known[text] = true
        fresh = true
      else
        more = more + 1
        fresh = true
      end
    end
    set(field, cjson.encode(kept))
  end
  add(field .. '_more', more)
  return fresh
end
`
