import type { DefaultTreeAdapterTypes } from 'parse5'
import type { Element } from './css/selectors.ts'

type ChildNode = DefaultTreeAdapterTypes.ChildNode
type Fragment = DefaultTreeAdapterTypes.DocumentFragment

/** Returns the shadow tree that an element declares, which browsers show in its place; undefined if there is none. */
export function shadowOf({ childNodes }: Element): Fragment | undefined {
  const template = childNodes.find(node => 'content' in node && node.attrs.some(({ name }) => name === 'shadowrootmode'))
  return template && 'content' in template ? template.content : undefined
}

/** Returns the children of an element that its shadow tree shows. `isHiding`: whether an element of the shadow tree hides its content. */
export function slottedIn({ childNodes }: Element, shadow: Fragment, isHiding: (element: Element) => boolean): ChildNode[] {
  const isShown = new Map<string, boolean>() // by the name of a slot; the first of several counts
  for (const { element, isHidden } of elementsIn(shadow, isHiding)) {
    const name = attributeOf(element, 'name')
    if (element.tagName === 'slot' && !isShown.has(name)) isShown.set(name, !isHidden)
  }
  return childNodes.filter(node => isShown.get('tagName' in node ? attributeOf(node, 'slot') : '') === true)
}

/** Returns the style sheets of a shadow tree. */
export const sheetsIn = (shadow: Fragment): string[] =>
  elementsIn(shadow, () => false).flatMap(({ element: { tagName, childNodes } }) =>
    tagName === 'style' ? [childNodes.map(child => ('value' in child ? child.value : '')).join('')] : []
  )

const attributeOf = ({ attrs }: Element, attribute: string): string => attrs.find(({ name }) => name === attribute)?.value ?? ''

interface Part {
  element: Element
  /** Whether it or an element around it hides its content. */
  isHidden: boolean
}

/** Returns all elements in order. Not recursive. */
function elementsIn(root: Fragment, isHiding: (element: Element) => boolean): Part[] {
  const found: Part[] = []
  const open = root.childNodes.toReversed().map(node => ({ node, isWithin: false }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, isWithin } = next
    if (!('tagName' in node)) continue
    const isHidden = isWithin || isHiding(node)
    found.push({ element: node, isHidden })
    for (const child of node.childNodes.toReversed()) open.push({ node: child, isWithin: isHidden })
  }
  return found
}
