import path from 'node:path'

/** `src` in a source checkout, `dist` in a build. */
export const SOURCE_FOLDER = import.meta.dirname

/** The folder of package.json. */
export const PACKAGE_FOLDER = path.join(SOURCE_FOLDER, '..')

/** The built console; `npm run build:console` writes it. */
export const CONSOLE_FOLDER = path.join(PACKAGE_FOLDER, 'dist/console')
