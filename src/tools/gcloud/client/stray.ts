import { readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { isInsideAny, type Places, realPlace } from './places.ts'

/** More places than any command names: each is looked up on the disk. */
const MOST_PLACES = 1_000

/**
 * The argument that names a place on this machine outside the roots; undefined where none does. Many a command reads a file that it is given by
 * its path, so a path is taken for one wherever it stands; a relative one is looked for in the directory that the command is to run in.
 */
export async function strayIn(args: readonly string[], places: Places, directory: string): Promise<string | undefined> {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  const here = small(await readdir(directory).catch(() => []))
  let looked = 0
  for (const arg of own)
    for (const piece of new Set(piecesOf(arg))) {
      if (isStrange(piece)) return arg
      for (const place of [...absoluteIn(piece), ...relativeIn(piece, here)]) {
        looked += 1
        const real = looked > MOST_PLACES ? undefined : await realPlace(path.resolve(directory, place))
        if (real === undefined || !isInsideAny([...places.roots, directory], real)) return arg
      }
    }
  return undefined
}

/** An address, and nothing that could be a further value behind it. */
const ADDRESS = /(?<!\w)(?:(?:gs|s3):\/\/[\w.~%+*?{}/-]*|https?:\/\/[\w.~%+*:{}/-]*(?:\?[\w.~%+*&=/:@!$-]*)?)/gi

/** Where a value can begin in an argument; `^X^` in front of a list makes X the sign between its values. Addresses are no paths. */
function piecesOf(arg: string): string[] {
  const cut = arg.indexOf('=')
  const wholes = [arg, ...(cut < 0 ? [] : [arg.slice(cut + 1)])]
  const signs = [...arg.matchAll(/(?:^|=)\^([^^]{1,20})\^/g)].map(([, sign = '']) => sign)
  const lists = signs.reduce((pieces, sign) => pieces.flatMap(piece => piece.split(sign)), [arg])
  return [...wholes, ...lists].map(text => text.replace(ADDRESS, '')).flatMap(text => [text, ...text.split(/[=,@:;\s"'^|#]+/)])
}

const isStrange = (piece: string): boolean =>
  piece.startsWith('~') || piece === 'file' || /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(piece) || /^[a-zA-Z]?\\/.test(piece)

/** What begins with the name of something at the top of this machine's disk: /healthz is none of it, and may be part of an address. */
const absoluteIn = (piece: string): string[] =>
  [...piece.matchAll(/(?<![\w./])\/(?:[./]*\/)?([^/]+)/g)]
    .filter(([, first = '']) => topNames().has(first.toLowerCase()))
    .map(({ index }) => piece.slice(index))

let top: ReadonlySet<string> | undefined

function topNames(): ReadonlySet<string> {
  top ??= small(readdirSync('/'))
  return top
}

/** There are disks that do not tell small letters from others. */
const small = (names: readonly string[]): Set<string> => new Set(names.map(name => name.toLowerCase()))

/** What begins with the name of something in the directory of the command. */
function relativeIn(piece: string, here: ReadonlySet<string>): string[] {
  const [first = ''] = path.normalize(piece).split(path.sep)
  return here.has(first.toLowerCase()) ? [piece] : []
}
