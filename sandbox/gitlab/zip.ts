import { crc32 } from 'node:zlib'

/** Returns a ZIP archive without compression. */
export function zip(files: ReadonlyMap<string, Buffer>): Buffer {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [path, bytes] of files) {
    const name = Buffer.from(path)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), facts, name, bytes)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    entries.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, name)
    at += 30 + name.length + bytes.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.size, 4)
  end.writeUInt16LE(files.size, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...bodies, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}
