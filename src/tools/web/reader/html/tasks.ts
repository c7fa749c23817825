import type { Tree } from './main-content.ts'

/** Marks an element that stands for a checkbox at the start of a list item. */
export const TASK = 'data-task'

/** Replaces the checkboxes of task lists with text, because forms are removed. */
export function markTasks(document: Tree): void {
  for (const element of document.querySelectorAll(`[${TASK}]`)) element.removeAttribute(TASK) // of the page itself
  for (const box of document.querySelectorAll('li input[type="checkbox" i]')) {
    const item = box.closest('li')
    if (!item || item.querySelector(`[${TASK}],input`) !== box) continue
    const label = box.closest('label')
    const mark = document.createElement('span')
    mark.setAttribute(TASK, '')
    mark.textContent = box.hasAttribute('checked') ? '[x] ' : '[ ] '
    const paragraph = box.closest('p')
    const place = paragraph && item.contains(paragraph) ? paragraph : item
    place.prepend(mark)
    box.remove()
    if (label && item.contains(label)) label.replaceWith(...label.childNodes)
  }
}
