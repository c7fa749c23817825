/** Style sheets are imported for their effect: script/build-console.ts collects them in one file. */
declare module '*.css'
