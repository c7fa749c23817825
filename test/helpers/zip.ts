import { strict as assert } from 'node:assert'
import { crc32 } from 'node:zlib'

const END = 0x06054b50
const ENTRY = 0x02014b50

/** Returns the files of an uncompressed archive by name, from its directory, with verified checksums. */
export function filesIn(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  assert.equal(zip.readUInt32LE(end), END, 'It has no end')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(zip.readUInt32LE(at), ENTRY)
    const [method, sum, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)]
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)]
    const head = zip.readUInt32LE(at + 42)
    const from = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28)
    const bytes = zip.subarray(from, from + size)
    assert.deepEqual([method, crc32(bytes)], [0, sum])
    files.set(zip.toString('utf8', at + 46, at + 46 + name), bytes)
    at += 46 + name + extra + comment
  }
  return files
}
