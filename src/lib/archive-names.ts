/** Less than the limit of any file system, so that a number can be added. */
const MAX_BYTES = 200
const MAX_EXTENSION = 20

/** Device names on Windows, whatever the extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Returns a name that is valid on every file system and cannot refer to another folder. Keeps the extension. */
export function safeName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
  const plain = name.replace(/[\\/:*?"<>|\u0000-\u001f\u007f]/g, '_')
  const signs = plain.replace(/^\.+/, '').replace(/(?<![. ])[. ]+$/, '')
  const { stem, extension } = partsOf(signs)
  const whole = within(stem, MAX_BYTES - Buffer.byteLength(extension)) + extension
  return DEVICES.test(whole) || whole === '' ? `_${whole}` : whole
}

/** Returns such a name that is not in `taken`, ignoring case, and adds it. */
export function freeName(name: string, taken: Set<string>): string {
  const safe = safeName(name)
  const { stem, extension } = partsOf(safe)
  let free = safe
  for (let number = 2; taken.has(folded(free)); number++) free = `${stem} (${number})${extension}`
  taken.add(folded(free))
  return free
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase()

function partsOf(name: string): { stem: string; extension: string } {
  const at = name.lastIndexOf('.')
  const isExtension = at > 0 && Buffer.byteLength(name.slice(at)) <= MAX_EXTENSION
  return isExtension ? { stem: name.slice(0, at), extension: name.slice(at) } : { stem: name, extension: '' }
}

/** Truncates to a number of bytes without splitting a character. */
function within(text: string, max: number): string {
  const bytes = Buffer.from(text)
  return bytes.length <= max ? text : new TextDecoder().decode(bytes.subarray(0, max)).replace(/(?<!\ufffd)\ufffd+$/, '')
}
