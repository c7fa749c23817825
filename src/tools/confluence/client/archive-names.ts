/** Less than any file system takes, so that a number fits in as well. */
const MOST_BYTES = 200
const LONGEST_EXTENSION = 20

/** Names that Windows keeps for devices, whatever comes after the first point. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** A name that every file system takes, and that leads nowhere else. What comes after its last point stays. */
export function safeName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
  const signs = name.replace(/[\\/:*?"<>|\u0000-\u001f\u007f]/g, '_').replace(/^\.+|[. ]+$/g, '')
  const { stem, extension } = partsOf(signs)
  const whole = within(stem, MOST_BYTES - Buffer.byteLength(extension)) + extension
  return DEVICES.test(whole) || whole === '' ? `_${whole}` : whole
}

/** Such a name that none of those taken has, also where capitals do not count; it is taken then. */
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
  const isExtension = at > 0 && Buffer.byteLength(name.slice(at)) <= LONGEST_EXTENSION
  return isExtension ? { stem: name.slice(0, at), extension: name.slice(at) } : { stem: name, extension: '' }
}

/** So many bytes at most, and no half character. */
function within(text: string, most: number): string {
  const bytes = Buffer.from(text)
  return bytes.length <= most ? text : new TextDecoder().decode(bytes.subarray(0, most)).replace(/\ufffd+$/, '')
}
