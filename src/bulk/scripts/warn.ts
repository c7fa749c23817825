import { MAX_WARNINGS } from '../settings.ts'

/** `warn(texts, more)`: keeps warnings (JSON, or ''), each once, as many as a preview shows; the others are counted. */
export const WARN = `
local function warn(texts, more)
  more = tonumber(more)
  if texts ~= '' then
    local kept, known = cjson.decode(get('warnings') or '[]'), {}
    for _, text in ipairs(kept) do known[text] = true end
    for _, text in ipairs(cjson.decode(texts)) do
      if known[text] then -- it is told already
      elseif #kept < ${MAX_WARNINGS} then
        kept[#kept + 1] = text
        known[text] = true
      else more = more + 1 end
    end
    set('warnings', cjson.encode(kept))
  end
  add('warnings_more', more)
end
`
