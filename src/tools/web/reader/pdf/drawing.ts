import {
  asBox,
  type Box,
  boxOf,
  EVERYWHERE,
  IDENTITY,
  intersection,
  isAround,
  isEmpty,
  type Matrix,
  matrixOf,
  numbersIn,
  product,
  UNIT
} from './geometry.ts'

/** Why people do not see a text: it is not painted at all, or it is and cannot be seen. */
type Hiding = 'unpainted' | 'unseen'

/** Text drawn by one operator. */
export interface Run {
  text: string
  /** Start and end position. */
  from: readonly [number, number]
  to: readonly [number, number]
  /** Height of the letters in points. */
  size: number
  hiding: Hiding | undefined
  isOverPicture: boolean
}

/** The drawing operations of a page and their arguments. */
export interface Drawing {
  operators: readonly string[]
  args: readonly unknown[]
  /** The visible part of the page. */
  view: Box
  /** Without images in the file, no area is an image. */
  hasPictures: boolean
  isShown: (layer: unknown) => boolean
  /** Whether the glyphs of a font are drawings with their own size (Type 3). */
  isDrawnFont: (name: string) => boolean
}

interface State {
  ctm: Matrix
  clip: Box
  /** undefined: a pattern. */
  fill: string | undefined
  stroke: string | undefined
  opacity: number
  mode: number
  font: string
  size: number
  spacing: number
  wordSpacing: number
  scale: number
  leading: number
}

const FIRST: State = {
  ctm: IDENTITY,
  clip: EVERYWHERE,
  fill: '#000000',
  stroke: '#000000',
  opacity: 1,
  mode: 0,
  font: '',
  size: 0,
  spacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0
}

/** The effect of an operator with its arguments. */
type Effect = (operands: readonly unknown[]) => unknown

/** A painted area; its color is undefined if it is not uniform. */
interface Area {
  box: Box
  color: string | undefined
}

/** Maximum cost of comparing the texts of a page with its areas. */
const MAX_STEPS = 10_000_000
/** Smaller areas are not a background of text, in points. */
const MIN_AREA = 3
/** Smaller letters are unreadable, in points. */
const MIN_SIZE = 1
const MIN_OPACITY = 0.05
const PAPER: Area = { box: EVERYWHERE, color: '#ffffff' }
const UNKNOWN: Area = { box: EVERYWHERE, color: undefined }
const FILLS = new Set(['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'])
/** Length of a path of numbers that describes a rectangle: a move, three lines and a close. */
const RECTANGLE = 13

/**
 * Returns the texts of a page in drawing order, each with whether people can see it. `isJudged`: false if there are too many areas to
 * compare with. `painted`: operator names by number.
 */
export function runsOf(
  { operators, args, view, hasPictures, isShown, isDrawnFont }: Drawing,
  painted: readonly string[]
): { runs: Run[]; isJudged: boolean } {
  const runs: Run[] = []
  const areas: Area[] = []
  const layers: boolean[] = []
  const saved: State[] = []
  let state = FIRST
  let [matrix, line]: [Matrix, Matrix] = [IDENTITY, IDENTITY]
  /** An area that was prepared and not painted: images are removed from the operators and leave this behind. */
  let prepared: Box | undefined
  let isClipping = false
  let steps = 0

  const paint = (box: Box, color: string | undefined): void => {
    const seen = intersection(box, state.clip)
    if (seen[2] - seen[0] >= MIN_AREA && seen[3] - seen[1] >= MIN_AREA) areas.push({ box: seen, color })
  }
  const settle = (): void => {
    if (prepared && hasPictures) paint(prepared, undefined)
    prepared = undefined
  }
  const move = (x: number, y: number): void => {
    line = product([1, 0, 0, 1, x, y], line)
    matrix = line
  }
  const show = (glyphs: unknown): void => {
    const base = product(matrix, state.ctm)
    const { text, width } = measured(glyphs, state)
    const size = state.size * Math.hypot(base[2], base[3])
    const end = product([1, 0, 0, 1, width, 0], base)
    matrix = product([1, 0, 0, 1, width, 0], matrix)
    if (text.trim() === '') return
    const [from, to] = [[base[4], base[5]] as const, [end[4], end[5]] as const]
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + size / 4] as const
    const isTiny = size < MIN_SIZE && !isDrawnFont(state.font)
    steps += areas.length
    const behind = steps > MAX_STEPS ? UNKNOWN : (areas.findLast(({ box }) => isAround(box, middle)) ?? PAPER)
    const isUnseen = layers.includes(false) || isTiny || isOutside({ from, to, middle }, view, state) || isLikeBackground(behind, state)
    const hiding = isUnseen ? 'unseen' : state.mode === 3 || state.mode === 7 ? 'unpainted' : undefined
    runs.push({ text, from, to, size, hiding, isOverPicture: behind.color === undefined })
  }
  const construct = ([how, data, bounds]: readonly unknown[]): void => {
    const box = asBox(bounds)
    if (!box) return
    const place = boxOf(box, state.ctm)
    if (isClipping) state = { ...state, clip: intersection(state.clip, place) }
    isClipping = false
    if (typeof how !== 'number' || !FILLS.has(painted[how] ?? '')) return
    const [path] = Array.isArray(data) ? data : []
    const isSolid = numbersIn(path)?.length === RECTANGLE && state.opacity === 1
    paint(place, isSolid ? state.fill : undefined)
  }
  const save = (): unknown => saved.push(state)
  const restore = (): void => {
    settle()
    state = saved.pop() ?? state
  }
  const transform = (by: unknown): void => {
    const inner = matrixOf(by)
    if (inner) state = { ...state, ctm: product(inner, state.ctm) }
  }

  const effects: Record<string, Effect> = {
    save,
    restore,
    transform(operands) {
      transform(operands)
      prepared = boxOf(UNIT, state.ctm)
    },
    paintFormXObjectBegin([inner, bounds]) {
      save()
      transform(inner)
      const box = asBox(bounds)
      if (box) state = { ...state, clip: intersection(state.clip, boxOf(box, state.ctm)) }
    },
    paintFormXObjectEnd: restore,
    clip: () => (isClipping = true),
    eoClip: () => (isClipping = true),
    constructPath: construct,
    shadingFill: () => paint(state.clip, undefined),
    beginMarkedContent: () => layers.push(true),
    beginMarkedContentProps: ([tag, layer]) => layers.push(tag !== 'OC' || isShown(layer)),
    endMarkedContent: () => layers.pop(),
    beginText: () => ([matrix, line] = [IDENTITY, IDENTITY]),
    setTextMatrix([operands]) {
      matrix = matrixOf(operands) ?? matrix
      line = matrix
    },
    moveText: ([x, y]) => move(Number(x), Number(y)),
    setLeadingMoveText([x, y]) {
      state = { ...state, leading: -Number(y) }
      move(Number(x), Number(y))
    },
    nextLine: () => move(0, -state.leading),
    showText: ([glyphs]) => show(glyphs)
  }
  const effectOf = new Map(Object.entries(effects))
  for (const [at, operator] of operators.entries()) {
    const operands = args[at]
    const list = Array.isArray(operands) ? operands : (numbersIn(operands) ?? [])
    if (PAINTING.test(operator)) prepared = undefined
    if (IMAGES.test(operator)) paint(boxOf(UNIT, state.ctm), undefined)
    effectOf.get(operator)?.(list)
    state = changed(state, operator, list)
  }
  return { runs, isJudged: steps <= MAX_STEPS }
}

const PAINTING = /^(?:showText|constructPath|shadingFill|paint)/
const IMAGES = /^paint(?:Inline)?(?:Image|Solid)/

/** Returns the state after an operator that sets part of it. */
function changed(state: State, operator: string, [value, second]: readonly unknown[]): State {
  const color = typeof value === 'string' ? value : undefined
  switch (operator) {
    case 'setFillRGBColor':
    case 'setFillColorN':
    case 'setFillTransparent':
      return { ...state, fill: operator === 'setFillRGBColor' ? color : undefined }
    case 'setStrokeRGBColor':
    case 'setStrokeColorN':
    case 'setStrokeTransparent':
      return { ...state, stroke: operator === 'setStrokeRGBColor' ? color : undefined }
    case 'setFont':
      return { ...state, font: String(value), size: Math.abs(Number(second)) }
    case 'setTextRenderingMode':
      return { ...state, mode: Number(value) }
    case 'setCharSpacing':
      return { ...state, spacing: Number(value) }
    case 'setWordSpacing':
      return { ...state, wordSpacing: Number(value) }
    case 'setHScale':
      return { ...state, scale: Number(value) / 100 }
    case 'setLeading':
      return { ...state, leading: Number(value) }
    case 'setGState':
      return { ...state, opacity: opacityIn(value) ?? state.opacity }
    default:
      return state
  }
}

function opacityIn(entries: unknown): number | undefined {
  const found = Array.isArray(entries) ? entries.find(entry => Array.isArray(entry) && entry[0] === 'ca') : undefined
  return Array.isArray(found) && typeof found[1] === 'number' ? found[1] : undefined
}

/** A larger gap separates words, in thousandths of the font size. */
const WORD_GAP = -200

function measured(glyphs: unknown, { size, spacing, wordSpacing, scale }: State): { text: string; width: number } {
  let [text, width] = ['', 0]
  for (const glyph of Array.isArray(glyphs) ? glyphs : []) {
    if (typeof glyph === 'number') {
      width -= (glyph / 1000) * size * scale
      if (glyph < WORD_GAP && !text.endsWith(' ')) text += ' '
    } else if (isGlyph(glyph)) {
      text += glyph.unicode
      width += ((Number(glyph.width) / 1000) * size + spacing + (glyph.isSpace === true ? wordSpacing : 0)) * scale
    }
  }
  return { text, width }
}

const isGlyph = (value: unknown): value is { unicode: string; width?: unknown; isSpace?: unknown } =>
  typeof value === 'object' && value !== null && 'unicode' in value && typeof value.unicode === 'string'

/** Whether a text is outside the page or clipped. */
function isOutside(
  { from, to, middle }: Pick<Run, 'from' | 'to'> & { middle: readonly [number, number] },
  view: Box,
  { clip }: State
): boolean {
  const shown = intersection(clip, view)
  return isEmpty(shown) || ![from, to, middle].some(point => isAround(shown, point))
}

/** Whether a text has the color of its background, or no color. */
function isLikeBackground({ color: background }: Area, { fill, stroke, opacity, mode }: State): boolean {
  if (opacity < MIN_OPACITY) return true
  const isLike = (color: string | undefined): boolean =>
    background !== undefined && color !== undefined && distance(color, background) < MIN_CONTRAST
  const kind = mode % 4
  return (kind === 0 && isLike(fill)) || (kind === 1 && isLike(stroke)) || (kind === 2 && isLike(fill) && isLike(stroke))
}

/** A smaller total difference of the color channels is invisible; black and white differ by 765. */
const MIN_CONTRAST = 30

function distance(one: string, other: string): number {
  const channels = (color: string): number[] => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
  const others = channels(other)
  return channels(one).reduce((sum, channel, at) => sum + Math.abs(channel - (others[at] ?? 0)), 0)
}
