import { faultInAdf } from './adf.ts'
import { blockEnd } from './blocks.ts'
import { differenceOf } from './difference.ts'
import { fromMarkdown } from './from-markdown.ts'
import { hiddenIn } from './hidden.ts'
import { countText, imagesIn } from './markdown/page-text.ts'
import { editSection } from './markdown/section.ts'
import { toMarkdown } from './markdown.ts'
import { faultIn } from './storage.ts'
import { filledTemplate, templateVariables } from './template-variables.ts'
import { pageToMarkdown } from './to-markdown.ts'

/** Tasks on complete bodies, whose time grows with their size. */
const tasks = {
  blockEnd,
  countText,
  differenceOf,
  editSection,
  filledTemplate,
  imagesIn,
  templateVariables,
  faultIn,
  faultInAdf,
  fromMarkdown,
  hiddenIn,
  pageToMarkdown,
  toMarkdown
}

export type TaskName = keyof typeof tasks
/** The arguments and the result of each task. */
export type TaskArguments = { [K in TaskName]: Parameters<(typeof tasks)[K]> }
export type TaskResults = { [K in TaskName]: Awaited<ReturnType<(typeof tasks)[K]>> }
export interface Task<K extends TaskName = TaskName> {
  task: K
  args: TaskArguments[K]
}

const byName: { [K in TaskName]: (...args: TaskArguments[K]) => TaskResults[K] | Promise<TaskResults[K]> } = tasks

export const perform = <K extends TaskName>({ task, args }: Task<K>): TaskResults[K] | Promise<TaskResults[K]> => byName[task](...args)
