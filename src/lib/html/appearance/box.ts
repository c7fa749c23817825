import { numberIn, SCREEN, type Units } from '../css/numbers.ts'
import type { Transform } from './transforms.ts'

type Values = ReadonlyMap<string, string>

/** Where content is along one axis of the page, in pixels, as far as this is known without layout. */
interface Span {
  /** Where it begins: exactly, or at the earliest. */
  start: number
  /** Where it ends at the latest; infinite if unknown. */
  end: number
  /** Size to which percentages refer, if it is known. */
  size: number | undefined
  /** Whether `start` is exact relative to `from`. */
  isExact: boolean
  /** The range that is not clipped and that people can scroll to. */
  from: number
  to: number
}

interface Area {
  x: Span
  y: Span
}

/** The box of an element: that of its content, and those to which its absolutely positioned and its fixed descendants refer. */
export interface Box {
  content: Area
  around: Area
  window: Area
}

/** Beyond these, no one scrolls. */
const FAR_RIGHT = 3_000
const FAR_BELOW = 20_000
/** Text of unknown width or height that begins further away does not reach the page. */
export const FAR_LEFT = -400
const FAR_ABOVE = -800
/** Text of unknown size that begins further away may not reach the page. */
const MAY_BE_LEFT = -60
const MAY_BE_ABOVE = -16
/** Margins and further lines exceed a height that is set. */
const EXCESS = 40
const MIN_WIDTH = 3
const MIN_HEIGHT = 4
/** Narrower elements do not break a line within them. */
const MIN_COLUMN = 48
/** Pixels per percent of an unknown size: slides and menus move by their own size. */
const SMALL_PERCENT = 1.2

const ACROSS: Span = { start: 0, end: SCREEN.width, size: SCREEN.width, isExact: true, from: 0, to: FAR_RIGHT }

/** The box of the page on a screen. */
export const PAGE: Box = {
  content: { x: ACROSS, y: { start: 0, end: Number.POSITIVE_INFINITY, size: undefined, isExact: false, from: 0, to: FAR_BELOW } },
  around: { x: ACROSS, y: { start: 0, end: Number.POSITIVE_INFINITY, size: SCREEN.height, isExact: true, from: 0, to: FAR_BELOW } },
  window: {
    x: { ...ACROSS, to: SCREEN.width },
    y: { start: 0, end: Number.POSITIVE_INFINITY, size: SCREEN.height, isExact: true, from: 0, to: SCREEN.height }
  }
}

/** Returns the box of a page that hides what exceeds the window. */
export function pageBox(values: Values, box: Box): Box {
  const cut = (area: Area): Area => ({
    x: isClipping(values.get('overflow-x')) ? { ...area.x, to: Math.min(area.x.to, SCREEN.width) } : area.x,
    y: isClipping(values.get('overflow-y')) ? { ...area.y, to: Math.min(area.y.to, SCREEN.height) } : area.y
  })
  return { ...box, content: cut(box.content), around: cut(box.around) }
}

interface Side {
  axis: 'x' | 'y'
  start: string
  end: string
  size: string
  screen: number
  min: number
}

const SIDES: readonly Side[] = [
  { axis: 'x', start: 'left', end: 'right', size: 'width', screen: SCREEN.width, min: MIN_WIDTH },
  { axis: 'y', start: 'top', end: 'bottom', size: 'height', screen: SCREEN.height, min: MIN_HEIGHT }
]

export interface Surroundings {
  values: Values
  display: string
  /** Of the parent. */
  parent: string
  isInline: boolean
  isWrapped: boolean
  above: Box
  units: Units
  /** Undefined if it cannot be computed. */
  transform: Transform | undefined
}

/** Returns the box of an element, and whether layout decides if its content is visible. */
export function boxOf(surroundings: Surroundings): { box: Box; isDoubtful: boolean } {
  const { values, above, isInline } = surroundings
  const [x, y] = SIDES.map(side => spansOf(side, surroundings))
  if (!x || !y) return { box: above, isDoubtful: false }
  const content = { x: x.content, y: y.content }
  const padding = { x: x.padding, y: y.padding }
  const isTransformed = !isInline && /\(/.test(values.get('transform') ?? '')
  const isHolding = isTransformed || (values.get('position') ?? 'static') !== 'static'
  const box = { content, around: isHolding ? padding : above.around, window: isTransformed ? padding : above.window }
  return { box, isDoubtful: x.isDoubtful || y.isDoubtful || isSqueezed(surroundings) }
}

/** Whether an element that clips its content may shrink with a list without height, or is a column without width. */
function isSqueezed(surroundings: Surroundings): boolean {
  const { values, parent, above, display, units } = surroundings
  if (display === 'table-cell')
    return isClipping(values.get('overflow-x')) && (lengthOf(values.get('width'), units, undefined) ?? MIN_WIDTH) < MIN_WIDTH
  return FLEXIBLE.test(parent) && (above.content.y.size ?? MIN_HEIGHT) < MIN_HEIGHT && overflowOf('y', surroundings) !== 'visible'
}

interface Spans {
  content: Span
  padding: Span
  isDoubtful: boolean
}

/** A length in pixels; undefined for `auto`, and for percentages of an unknown size. */
function lengthOf(value: string | undefined, units: Units, reference: number | undefined): number | undefined {
  if (value === undefined || value === 'auto' || (reference === undefined && value.includes('%'))) return undefined
  const number = numberIn(value, { ...units, percent: (reference ?? 0) / 100 })
  return Number.isNaN(number) ? undefined : number
}

const isOut = (values: Values): boolean => /^(?:absolute|fixed)$/.test(values.get('position') ?? '')
const isFloating = (values: Values): boolean => /^(?:left|right|inline-)/.test(values.get('float') ?? '')
/** Whether boxes in it are below one another, each as wide as it. */
const isStack = (display: string): boolean => /^(?:block|flow-root|list-item|contents)$/.test(display)

function spansOf(side: Side, surroundings: Surroundings): Spans {
  const { values, isInline, above } = surroundings
  const base = isInline || !isOut(values) ? above.content : values.get('position') === 'fixed' ? above.window : above.around
  const padding = paddingOf(side, base, surroundings)
  const outer = outerSize(side, base, padding, surroundings)
  const placed = isOut(values) && !isInline ? placedOut(side, base, outer, surroundings) : placedInFlow(side, outer, surroundings)
  const moved = isInline ? placed : movedBy(side, placed, surroundings)
  const spans = clipped(side, moved, padding, surroundings)
  const { start, end, from } = spans.content
  const isNothing =
    [side.size, `max-${side.size}`].some(name => /^0(?:\.0{1,9})?%$/.test(values.get(name) ?? '')) && base[side.axis].size === undefined
  const isUnknown = side.axis === 'y' && isOut(values) && placed.isExact && start <= MAY_BE_ABOVE && end > from
  return { ...spans, isDoubtful: moved.isDoubtful || isUnknown || (isNothing && overflowOf(side.axis, surroundings) !== 'visible') }
}

interface Edges {
  before: number
  after: number
}

/** Percentages of margins and padding refer to the width. */
function paddingOf({ axis, start, end }: Side, base: Area, { values, units, isInline }: Surroundings): Edges {
  if (isInline && axis === 'y') return { before: 0, after: 0 }
  const length = (edge: string): number => Math.max(0, lengthOf(values.get(`padding-${edge}`), units, base.x.size ?? SCREEN.width) ?? 0)
  return { before: length(start), after: length(end) }
}

function marginOf({ axis, start, end }: Side, base: Area, { values, units, isInline, parent }: Surroundings): Edges {
  if (isInline && axis === 'y') return { before: 0, after: 0 }
  const isPlain = isStack(parent) && !isFloating(values)
  const length = (edge: string): number => {
    const value = values.get(`margin-${edge}`)
    // A negative percentage moves a float beside those before it.
    const reference = value?.startsWith('-') && !isPlain ? SMALL_PERCENT * 100 : (base.x.size ?? SCREEN.width)
    return lengthOf(value, units, reference) ?? 0
  }
  return { before: length(start), after: length(end) }
}

/** The size including padding, and whether it is exact: otherwise it is the largest possible one. */
interface Size {
  outer: number | undefined
  isExact: boolean
}

function outerSize(side: Side, base: Area, padding: Edges, surroundings: Surroundings): Size {
  const { values, isInline, display, units } = surroundings
  if (isInline || /^table/.test(display)) return { outer: undefined, isExact: false }
  const length = (name: string, around = base): number | undefined => lengthOf(values.get(name), units, around[side.axis].size)
  const own = length(side.size) ?? fromRatio(side, base, surroundings)
  const max = Math.min(own ?? Number.POSITIVE_INFINITY, length(`max-${side.size}`) ?? Number.POSITIVE_INFINITY)
  if (max === Number.POSITIVE_INFINITY) return { outer: undefined, isExact: false }
  const size = Math.max(max, length(`min-${side.size}`) ?? 0)
  const edges = padding.before + padding.after
  return { outer: values.get('box-sizing') === 'border-box' ? Math.max(size, edges) : size + edges, isExact: own !== undefined }
}

function fromRatio({ axis }: Side, base: Area, { values, units }: Surroundings): number | undefined {
  const [, across = '', down = '1'] = /^([\d.]{1,20})(?:\s*\/\s*([\d.]{1,20}))?$/.exec(values.get('aspect-ratio') ?? '') ?? []
  const width = axis === 'y' ? lengthOf(values.get('width'), units, base.x.size) : undefined
  return across === '' || width === undefined ? undefined : (width * Number(down)) / Number(across)
}

/** The edges of an element, including its padding. */
interface Placed {
  start: number
  /** Where it ends relative to `start`, if its size or the largest possible one is known. */
  edge: number | undefined
  /** Where it ends at the latest. */
  end: number
  size: number | undefined
  /** Whether its start or its end are exact. */
  isExact: boolean
  hasEnd: boolean
  from: number
  to: number
  isDoubtful: boolean
}

function placedInFlow(side: Side, { outer, isExact: isSized }: Size, surroundings: Surroundings): Placed {
  const { values, above, parent, display, isInline } = surroundings
  const around = above.content[side.axis]
  const margin = marginOf(side, above.content, surroundings)
  const shift = relativeShift(side, around, surroundings)
  const start = around.start + margin.before + shift
  const isPlain = isStack(parent) && isStack(display) && !isFloating(values) && values.get(`margin-${side.start}`) !== 'auto'
  const isExact = side.axis === 'x' && isPlain && around.isExact
  const available = isPlain && side.axis === 'x' && around.size !== undefined ? around.size - margin.before - margin.after : undefined
  const width = outer === undefined ? available : isSized || available === undefined ? outer : Math.min(outer, available)
  const known = width === undefined ? undefined : start + width
  const rest = around.end - (isInline ? 0 : margin.after) + shift
  const isFixedItem =
    side.axis === 'x' && FLEXIBLE.test(parent) && ['width', 'min-width', 'flex-basis'].some(name => isGiven(values.get(name)))
  const end = isFixedItem ? Number.POSITIVE_INFINITY : isExact && known !== undefined ? known : Math.max(rest, known ?? rest)
  const size = outer !== undefined && !isSized && side.axis === 'y' ? undefined : width
  // Content of an element without room overflows it.
  return {
    start,
    edge: known,
    end: end > start ? end : Number.POSITIVE_INFINITY,
    size,
    isExact,
    hasEnd: false,
    from: around.from,
    to: around.to,
    // Items may exceed a list, and floats may be beside others.
    isDoubtful:
      (isFixedItem && rest <= around.from) || (side.axis === 'x' && isFloating(values) && around.isExact && margin.before <= MAY_BE_LEFT)
  }
}

const FLEXIBLE = /^(?:inline-)?(?:flex|grid)$/
const isGiven = (value = 'auto'): boolean => !/^(?:auto|initial|0|content)$/.test(value) && !/^0\D/.test(value)

function relativeShift({ axis, start, end }: Side, around: Span, { values, units }: Surroundings): number {
  if (values.get('position') !== 'relative') return 0
  const length = (name: string): number | undefined =>
    lengthOf(values.get(name), units, around.size ?? (axis === 'x' ? SCREEN.width : undefined))
  return length(start) ?? -(length(end) ?? 0)
}

function placedOut(side: Side, base: Area, { outer, isExact: isSized }: Size, surroundings: Surroundings): Placed {
  const { values, units, above } = surroundings
  const around = base[side.axis]
  const margin = marginOf(side, base, surroundings)
  const reference = around.size ?? (around.isExact ? side.screen : undefined)
  const inset = (name: string): number | undefined =>
    lengthOf(values.get(name), units, reference ?? (values.get(name)?.startsWith('-') ? SMALL_PERCENT * 100 : side.screen))
  const [before, after] = [inset(side.start), inset(side.end)]
  const { from, to } = around
  if (before !== undefined) {
    const start = around.start + before + margin.before
    const between =
      after === undefined || around.size === undefined ? undefined : around.size - before - after - margin.before - margin.after
    const size = outer ?? (between === undefined ? undefined : Math.max(0, between))
    const edge = size === undefined ? undefined : start + size
    const end = around.isExact ? (edge ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
    return {
      start,
      edge,
      end,
      size: outer === undefined || isSized ? size : undefined,
      isExact: around.isExact,
      hasEnd: false,
      from,
      to,
      isDoubtful: false
    }
  }
  const size = isSized ? outer : undefined
  if (after === undefined) {
    const { start: flow, isExact, from: edge } = above.content[side.axis]
    const start = flow + margin.before
    const isKnown = isExact && edge === from && side.axis === 'x' && isStack(surroundings.parent)
    const last = outer === undefined ? undefined : start + outer
    return {
      start,
      edge: last,
      end: isKnown ? (last ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
      size,
      isExact: isKnown,
      hasEnd: false,
      from,
      to,
      isDoubtful: false
    }
  }
  const isKnown = around.isExact && around.size !== undefined
  const end = around.start + (around.size ?? side.screen) - after - margin.after
  const start = outer !== undefined && isSized ? end - outer : around.start + (after < 0 ? -after : Math.min(0, end - around.start - 1))
  return {
    start,
    edge: outer === undefined ? undefined : start + outer,
    end: isKnown ? end : Number.POSITIVE_INFINITY,
    size,
    isExact: isKnown && size !== undefined,
    hasEnd: isKnown,
    from,
    to,
    isDoubtful: false
  }
}

/** Applies a transform. Its percentages refer to the size of the element. */
function movedBy({ axis }: Side, placed: Placed, { transform }: Surroundings): Placed {
  const offset = transform?.[axis] ?? 0
  const part = transform?.[axis === 'x' ? 'widths' : 'heights'] ?? 0
  if (part === 0 || placed.size !== undefined) {
    const shift = offset + part * (placed.size ?? 0)
    return {
      ...placed,
      start: placed.start + shift,
      edge: placed.edge === undefined ? undefined : placed.edge + shift,
      end: placed.end + shift
    }
  }
  const largest = placed.end - placed.start
  const isBefore = part <= -1 && placed.isExact
  const isAfter = part >= 1 && placed.hasEnd
  const start = isAfter ? placed.end + offset : placed.start + offset + (part < 0 ? part * SMALL_PERCENT * 100 : 0)
  const end = isBefore ? placed.start + offset : part < 0 ? placed.end + offset : placed.end + offset + part * largest
  return {
    ...placed,
    start: Math.min(start, end - 1),
    edge: undefined,
    end: Number.isNaN(end) ? Number.POSITIVE_INFINITY : end,
    isExact: false,
    // Tooltips move above something by their height.
    isDoubtful: placed.isDoubtful || (axis === 'x' && part <= -1 && !placed.isExact && !placed.hasEnd)
  }
}

const isClipping = (overflow = 'visible'): boolean => /^(?:hidden|clip)$/.test(overflow)

/** Returns the content of an element, within what the element clips. */
function clipped({ axis, min }: Side, placed: Placed, padding: Edges, surroundings: Surroundings): { content: Span; padding: Span } {
  const { values, isWrapped, isInline } = surroundings
  const { start: first, edge, size: outer } = placed
  const overflow = overflowOf(axis, surroundings)
  let { from, to, isExact } = placed
  if (overflow !== 'visible') {
    from = isExact ? Math.max(from, first) : first
    isExact = true
    // People can scroll to what exceeds the others, unless nothing can be seen of them.
    const limit = Math.min(to, edge ?? placed.end)
    to = overflow === 'scroll' && limit - Math.max(first, placed.from) >= min ? first + (axis === 'x' ? FAR_RIGHT : FAR_BELOW) : limit
  }
  const start = first + padding.before
  const size = outer === undefined ? undefined : Math.max(0, outer - padding.before - padding.after)
  const last = isInline ? placed.end : placed.end - padding.after
  // A line that is longer than its element exceeds it.
  const isNarrow =
    axis === 'x' && overflow === 'visible' && edge !== undefined && values.has('width') && (!isWrapped || (size ?? 0) < MIN_COLUMN)
  const isFull = last <= start && placed.end > from
  const excess = axis === 'y' && overflow === 'visible' && edge !== undefined ? EXCESS : 0
  const end = isNarrow || isFull ? Number.POSITIVE_INFINITY : last + excess
  const span = { isExact, from, to }
  return {
    content: { ...span, start, end, size },
    padding: { ...span, start: first, end: placed.end, size: outer }
  }
}

/** Whether an element shows nothing outside its edges, and whether people can scroll there. */
function overflowOf(axis: 'x' | 'y', { values, isInline, display }: Surroundings): 'visible' | 'clip' | 'scroll' {
  if (isInline || /^table/.test(display)) return 'visible'
  if (/\b(?:strict|content|paint)\b/.test(values.get('contain') ?? '')) return 'clip'
  const [own = 'visible', other = 'visible'] = [axis, axis === 'x' ? 'y' : 'x'].map(name => values.get(`overflow-${name}`))
  if (isClipping(own)) return 'clip'
  // Overflow that is clipped in one direction scrolls in the other, except for clip.
  return /^(?:auto|scroll|overlay)$/.test(own) || /^(?:auto|scroll|overlay|hidden)$/.test(other) ? 'scroll' : 'visible'
}

/** How text begins in its box. */
export interface TextStart {
  indent: number
  /** Whether it begins at the end or the center of the line. */
  isAligned: boolean
  isWrapped: boolean
  /** The distance of its letters from the top of its line. */
  above: number
}

/** Whether text in a box is within what people see; undefined if layout decides that. */
export function isInSight({ content: { x, y } }: Box, { indent, isAligned, isWrapped, above }: TextStart): boolean | undefined {
  const left = x.start + indent
  const isOutside =
    x.to - Math.max(x.start + (isWrapped && indent < FAR_RIGHT ? 0 : indent), x.from) < MIN_WIDTH ||
    y.to - Math.max(y.start + above, y.from) < MIN_HEIGHT ||
    x.end <= x.from ||
    y.end <= y.from ||
    y.start <= FAR_ABOVE ||
    (left <= FAR_LEFT && !(isAligned && x.end > x.from))
  if (isOutside) return false
  const isCentered = isAligned && x.start + x.end > 2 * x.from && x.end <= x.to
  return !(x.isExact && left <= MAY_BE_LEFT && !isCentered) && x.to - left >= MIN_WIDTH ? true : undefined
}
