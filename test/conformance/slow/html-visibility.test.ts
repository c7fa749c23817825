import { parse } from 'parse5'
import t from 'tap'
import { removeHidden } from '../../../src/lib/html/hidden.ts'
import { textWithin } from '../../../src/lib/html/text-within.ts'
import { openProfile } from './browser.ts'

// Checks in a real browser, for many ways to hide text, whether it is hidden, and compares that with the text that is removed from a page.
const context = await openProfile(t, { viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
const page = await context.newPage()

const TEXT = 'IGNOREINSTRUCTIONS'
/** As wide as the text in a monospace font. */
const BLANK = '\u00a0'.repeat(TEXT.length)

/** Text of the page as the gateway reads it. */
function ours(html: string): { isRead: boolean; isWarned: boolean } {
  const document = parse(html)
  const warnings = removeHidden(document)
  return { isRead: textWithin(document).includes(TEXT), isWarned: warnings.some(warning => /could not be judged/.test(warning)) }
}

/** Compares both: text that the browser shows must be kept, and text that it hides must be removed, or at least reported in a warning. */
function compare(t: Tap, name: string, html: string, isShown: boolean): void {
  const { isRead, isWarned } = ours(html)
  if (isShown && !isRead) t.fail(`${name}: shown, but removed`, { html })
  else if (!isShown && isRead && !isWarned) t.fail(`${name}: hidden, but kept`, { html })
}
type Tap = typeof t

const COLUMNS = 4
const ROWS = 10
const CELL = { width: 320, height: 80 }

/** Whether the browser paints the text, by comparing screenshots of the page with and without it. */
async function arePainted(pages: readonly string[]): Promise<boolean[]> {
  const painted: boolean[] = []
  for (let from = 0; from < pages.length; from += COLUMNS * ROWS) {
    const part = pages.slice(from, from + COLUMNS * ROWS)
    const pictures: string[] = []
    for (const text of [TEXT, BLANK]) pictures.push(await pictureOf(part.map(html => html.replace(TEXT, text))))
    painted.push(...(await differences(pictures, part.length)))
  }
  return painted
}

async function pictureOf(pages: readonly string[]): Promise<string> {
  await page.setContent(
    `<style>body{margin:0;display:grid;grid-template-columns:repeat(${COLUMNS},${CELL.width}px);grid-auto-rows:${CELL.height}px}
    div{overflow:hidden;contain:strict} iframe{border:0;width:1280px;height:800px;background:#fff}</style>`
  )
  await page.evaluate(documents => {
    const frames = documents.map(() =>
      document.body.appendChild(document.createElement('div')).appendChild(document.createElement('iframe'))
    )
    for (const [at, { contentDocument }] of frames.entries()) {
      contentDocument.open()
      contentDocument.write(documents[at])
      contentDocument.close()
    }
    return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
  }, pages)
  return (await page.screenshot()).toString('base64')
}

/** For each cell, whether the screenshots differ by enough pixels for a readable text. */
const differences = (pictures: readonly string[], count: number): Promise<boolean[]> =>
  page.evaluate(
    async ({ pictures, count, columns, cell }) => {
      const pixels = await Promise.all(
        pictures.map(async picture => {
          const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
          canvas.drawImage(bitmap, 0, 0)
          return (index: number) =>
            canvas.getImageData((index % columns) * cell.width, Math.floor(index / columns) * cell.height, cell.width, cell.height).data
        })
      )
      return Array.from({ length: count }, (_, index) => {
        const [one, other] = pixels.map(read => read(index))
        let different = 0
        for (let at = 0; at < one.length; at += 4)
          if (Math.abs(one[at] - other[at]) + Math.abs(one[at + 1] - other[at + 1]) + Math.abs(one[at + 2] - other[at + 2]) > 30)
            different++
        return different > 60
      })
    },
    { pictures, count, columns: COLUMNS, cell: CELL }
  )

const BASE = '<style>*{font-family:"DejaVu Sans Mono",monospace}</style>'
const doc = (body: string, head = '', doctype = '<!doctype html>'): string =>
  `${doctype}<html lang="en"><head>${BASE}${head}</head><body>${body}</body></html>`

const STYLES =
  `display:none|display:none;display:bogus|display:none;display:-moz-box|display:bogus;display:block|display:none !important;display:block|display:none!ie
DISPLAY : NONE|dis\\70lay:n\\6fne|display:/**/none|display:none none|display:inline-block|display:contents;opacity:0|display:contents;visibility:hidden
visibility:hidden|visibility:collapse|visibility:hidden;visibility:bogus|visibility:visible
opacity:0|opacity:0%|opacity:-1|opacity:0.01|opacity:calc(0)|opacity:calc(1 - 1)|opacity:1e-9|opacity:.0|opacity:50%|opacity:0;opacity:1 1|opacity:1;opacity:0px|opacity:min(0,1)|-webkit-opacity:0
filter:opacity(0)|filter:opacity(0%)|filter:opacity(.5)|filter:blur(40px)|filter:blur(0)|filter:alpha(opacity=0)|filter:opacity(calc(1 - 1))|-webkit-filter:opacity(0)|filter:grayscale(1)
position:absolute;left:-9999px|position:absolute;left:-99999px|position:fixed;top:-200em|position:fixed;top:-100vh|position:absolute;top:-100vh|position:absolute;right:-5000px
position:absolute;inset:0 auto auto -9999px|position:absolute;inset:-9999px auto auto|position:absolute;inset-inline-start:-9999px|position:absolute;inset-inline:-9999px auto|position:absolute;inset-block-start:-9999px
position:relative;left:-9999px|position:relative;right:9999px|position:absolute;right:9999px|position:absolute;bottom:9999px|position:fixed;left:100vw|position:fixed;top:100vh|position:fixed;left:-100vw
position:absolute;left:calc(-1 * 9999px)|position:absolute;left:calc(-100vw - 100px)|position:absolute;left:-1e4px|position:absolute;left:min(0px,-9999px)|position:absolute;left:-999em|position:absolute;left:-300cm
position:absolute;left:-9999px;left:10|position:absolute;left:-9999px;position:bogus|left:-9999px|position:static;left:-9999px|position:absolute;left:0|position:absolute;left:10px;top:10px
--x:-9999px;position:absolute;left:var(--x)|position:absolute;left:var(--nope,-9999px)|display:var(--nope,none)|display:var(--nope)|--a:none;--b:var(--a);display:var(--b)|display:none;display:var(--nope)|--a:0 0;margin:var(--a)
margin-left:-9999px|margin:0 0 0 -9999px|margin-inline-start:-9999px|margin-inline:-9999px|margin-top:-9999px|margin-block-start:-9999px|margin:-9999px|margin-left:20px|-webkit-margin-start:-9999px
text-indent:-9999px|text-indent:-999em|text-indent:2em|text-indent:calc(0px - 9999px)|text-indent:-9999px;text-indent:bogus|text-indent:100%;white-space:nowrap;overflow:hidden|text-indent:100%;text-wrap:nowrap;overflow:hidden;width:200px
font-size:0|font-size:0px|font-size:1px|font-size:1e-9px|font-size:calc(0px)|font:0/0 a|font:1px monospace|font-size:0%|font-size:min(0px,1em)|font-size:14px|font:14px monospace|font-size:0;font-size:bogus|font-size:0;font-size:-4px|font:bold 0px/1 monospace|font-size:.1vw
width:0;height:0;overflow:hidden|width:0;overflow:hidden|height:0;overflow:hidden|max-height:0;overflow:hidden|max-width:0;overflow:hidden|height:1px;width:1px;overflow:hidden|height:0;overflow:auto|height:0;overflow:clip|height:0;overflow-y:hidden|height:0;overflow-x:hidden|width:0;overflow-y:hidden
inline-size:0;overflow:hidden|block-size:0;overflow:hidden|max-block-size:0;overflow:hidden|height:0;overflow:hidden;min-height:40px|height:0;overflow:hidden;padding-bottom:60px|height:0;overflow:visible|height:0|width:0|height:200px;overflow:hidden|height:calc(1px - 1px);overflow:hidden|height:0;overflow:hidden visible|height:0;contain:strict|contain:paint;height:0|height:0;overflow:hidden;overflow:bogus|height:1e-9px;overflow:hidden
height:0;overflow:hidden;display:inline-block|width:0;height:0;overflow:hidden;display:inline-block|line-height:0|line-height:0;overflow:hidden;display:block
position:absolute;clip:rect(0,0,0,0)|position:absolute;clip:rect(0 0 0 0)|position:absolute;clip:rect(1px,1px,1px,1px)|clip:rect(0,0,0,0)|position:absolute;clip:rect(0,400px,100px,0)|position:absolute;clip:auto|position:absolute;clip:rect(calc(0px),0,0,0)
position:absolute;width:1px;height:1px;padding:0;margin:-1px;overflow:hidden;clip:rect(0,0,0,0);white-space:nowrap;border:0
clip-path:inset(50%)|clip-path:inset(100%)|clip-path:inset(0 100% 0 0)|clip-path:inset(0)|clip-path:circle(0)|clip-path:circle(0px at 0 0)|clip-path:circle(0 at center)|clip-path:circle(10px at -999px 0)|clip-path:ellipse(0 0)|clip-path:polygon(0 0,0 0,0 0)|clip-path:polygon(0 0, 0 0, 0 0, 0 0)|clip-path:polygon(0 0,100% 0,100% 100%,0 100%)|clip-path:rect(0 0 0 0)|clip-path:xywh(0 0 0 0)|clip-path:path("M0 0")|clip-path:none|clip-path:inset(50%);clip-path:bogus|-webkit-clip-path:inset(100%)|clip-path:inset(calc(50% + 1%))|clip-path:polygon(-10px -10px,-20px -10px,-20px -20px)
mask:linear-gradient(transparent,transparent)|mask-image:linear-gradient(#0000,#0000)|-webkit-mask:linear-gradient(transparent,transparent)|mask-image:linear-gradient(#000,#000)|mask:linear-gradient(rgb(0 0 0/0),rgb(0 0 0/0%))
transform:scale(0)|transform:scale(0,1)|transform:scaleX(0)|transform:scaleY(0)|transform:scale3d(0,0,0)|transform:scale(.001)|transform:scale(1)|transform:matrix(0,0,0,0,0,0)|transform:matrix(1,0,0,1,-9999,0)|transform:matrix(1,0,0,1,5,5)|transform:translateX(-9999px)|transform:translate(-9999px,0)|transform:translate3d(-9999px,0,0)|transform:translateY(-9999px)|transform:rotateY(90deg)|transform:rotateX(90deg)|transform:rotate(2deg)|transform:scale(0%)|transform:scale(calc(1 - 1))|transform:translate(calc(-1 * 9999px))|transform:rotate(180deg) translate(9999px,0)|transform:scale(0);transform:bogus|transform:none|-webkit-transform:scale(0)|transform:translate(-9999%)|transform:rotateY(.25turn)|transform:matrix3d(0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1)|transform:translateX(-100vw)
scale:0|scale:0 1|scale:0%|scale:1|scale:none|translate:-9999px|translate:0 -9999px|translate:-100vw|translate:2px|rotate:y 90deg|rotate:x 90deg|rotate:1deg|rotate:0 1 0 90deg|zoom:0.01|zoom:1%|zoom:1|zoom:0|zoom:100%
color:transparent|color:rgba(0,0,0,0)|color:rgb(0 0 0 / 0%)|color:#0000|color:#00000000|color:hsl(0 0% 0% / 0)|color:hsla(0,0%,0%,0%)|color:#fff|color:white|color:#fefefe|color:rgb(255,255,255)|color:rgb(100%,100%,100%)|color:hsl(0 0% 100%)|color:hwb(0 100% 0%)|color:lab(100% 0 0)|color:oklch(1 0 0)|color:color(srgb 1 1 1)|color:color-mix(in srgb,white,white)|color:rgb(from white r g b)|color:light-dark(white,black)|color:light-dark(black,white)|color:canvas|color:canvastext|color:snow|color:red|color:rebeccapurple|color:#fff;color:bogus|color:#fff;color:#12|color:WHITE|color:rgba(255,255,255,1)|color:rgb(255 255 255/.9)|color:rgba(0,0,0,.02)|color:currentcolor|color:inherit|color:initial|color:rgb(calc(255*1) 255 255)
-webkit-text-fill-color:transparent|-webkit-text-fill-color:#fff|color:#fff;-webkit-text-fill-color:black|color:#fff;text-shadow:0 0 2px #000|color:#fff;text-shadow:0 0 2px #fff|color:transparent;text-shadow:0 0 0 #000|color:#fff;-webkit-text-stroke:1px #000|color:#fff;-webkit-text-stroke:1px #fff
color:#fff;background:#ffffff|background:#000|background:#000;color:#000|background:#000;color:#fff|background-color:black;color:rgb(0,0,0)|background:rgb(0 0 0);color:#010101|color:#fff;background:linear-gradient(#fff,#fff)|color:#fff;background:linear-gradient(#000,#000)|color:#fff;background:#000 none|color:#fff;background:#000;background:bogus|background:linear-gradient(#000,#000)|background:rgba(0,0,0,.99)|background:#fff
color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text|color:transparent;background:linear-gradient(red,blue);background-clip:text|color:transparent;background:linear-gradient(red,blue)|color:transparent;background:red;background-clip:text
content-visibility:hidden|content-visibility:auto|content-visibility:visible|-webkit-text-security:disc|letter-spacing:.1em
all:unset|all:initial;display:none|display:none;all:unset|display:none;all:initial|animation:h 0s forwards|animation:h 1ms both|animation:s 1ms forwards;opacity:0|animation:h 1ms|animation-name:h;animation-fill-mode:forwards;animation-duration:1ms|opacity:0;animation:nope 1ms forwards|animation:hh 1ms infinite
display:none;display:inherit|display:none;display:initial|display:none;display:unset|display:none;display:revert|visibility:hidden;visibility:inherit|opacity:0;opacity:unset|display:if(else: none)|z-index:-1;position:relative
content:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)|content:"x"|content:normal|font-size-adjust:0|font-size-adjust:none|font-size-adjust:.5|background:#000;color:#fff;box-shadow:inset 0 0 0 999px #fff|background:#000;color:#fff;box-shadow:inset 0 0 4px #fff|box-shadow:0 0 0 40px #000
mix-blend-mode:screen|mix-blend-mode:lighten|mix-blend-mode:multiply|filter:contrast(0)|filter:contrast(5%)|filter:brightness(0)|filter:brightness(110%)|filter:contrast(90%)|filter:invert(10%)
backface-visibility:hidden;transform:rotateY(180deg)|backface-visibility:hidden;transform:rotateX(.5turn)|backface-visibility:hidden;rotate:y 180deg|backface-visibility:hidden|backface-visibility:hidden;transform:translateZ(0)|transform:perspective(1px) translateZ(2px)|transform:perspective(500px) rotateY(10deg)
offset-path:path("M-9999 0L-9999 1")|offset:path("M-9999 0L-9999 1")|offset:none|contain:strict|contain:size;overflow:hidden|contain:size|contain:content;overflow:hidden|container-type:size;overflow:hidden|container-type:inline-size;overflow:hidden
flex:0 0 0;min-width:0;overflow:hidden|flex:1 0 0;overflow:hidden|flex:none;overflow:hidden|flex-basis:0;overflow:hidden|flex:0 0 200px;overflow:hidden|background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=) #000;color:#000|background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=) #fff;color:#000
animation:hh 99s paused|animation:s 1ms paused forwards;opacity:0
transform:translateX(-100%)|transform:translateX(-150%)|transform:translate3d(-100%,0,0)|translate:-100%|transform:translateX(calc(-100% - 20px))|transform:translateX(-5%)|transform:translateX(10%)|float:left;transform:translateX(-100%)
position:fixed;top:0;transform:translateY(-100%)|position:fixed;top:0;left:0;transform:translate(-50%,-200%)|position:fixed;left:0;top:0;translate:-100% 0|position:absolute;left:100px;transform:translateX(-50%)|position:absolute;left:200px;transform:translateX(-100%)|transform:translateY(-10%)
position:absolute;left:-100%|position:absolute;right:100%|position:absolute;right:100vw|position:absolute;bottom:100%;left:0|position:absolute;bottom:100vh;height:20px|position:fixed;right:100%|position:fixed;bottom:100%|position:absolute;right:1000px;width:250px|position:absolute;bottom:100vh;height:20px;overflow:hidden
position:absolute;left:-300px;width:280px|position:absolute;left:-399px;width:300px|position:absolute;top:-200px;height:100px|position:absolute;top:-20em|position:fixed;left:-300px;width:200px|position:fixed;top:-100px;height:50px|position:fixed;bottom:-100px;height:50px|position:absolute;left:-100px;width:400px;padding-left:110px|position:absolute;left:-20px|position:absolute;top:-10px
text-indent:2000px;overflow:hidden;white-space:nowrap|text-indent:50px;overflow:hidden|margin:0 -9999px;padding:0 9999px|margin:0 -100vw;padding:0 100vw|text-indent:-600px;padding-left:600px;display:block|text-indent:-500px;margin-left:500px;display:block|position:absolute;left:-500px;padding-left:520px|position:absolute;left:-1200px;width:1500px;text-align:right|margin-right:9999px|padding-right:5000px|margin-left:-8px
height:0;padding-top:50px;overflow:hidden|padding:50px 0 0;height:0;overflow:hidden|height:50px;padding-top:50px;box-sizing:border-box;overflow:hidden|padding-top:20px;height:70px;box-sizing:border-box;overflow:hidden|position:absolute;inset:50%;overflow:hidden|position:absolute;left:50%;right:50%;overflow:hidden|position:absolute;top:0;bottom:100%;overflow:hidden|position:absolute;inset:1%;overflow:hidden|width:100px;aspect-ratio:1000/1;overflow:hidden|width:300px;aspect-ratio:16/9;overflow:hidden
position:absolute;height:0%;overflow:hidden|position:absolute;max-height:0%;overflow:hidden|height:0%;overflow:hidden|max-height:50%;overflow:hidden|height:20px;line-height:200px;overflow:hidden;display:block|height:60px;line-height:60px;overflow:hidden|width:100px;height:20px;overflow:hidden;text-indent:150px;white-space:nowrap|overflow:auto;height:60px|position:absolute;inset:0;overflow:auto`
    .split(/[|\n]/)
    .filter(Boolean)

const KEYFRAMES = '<style>@keyframes h{to{opacity:0}}@keyframes s{to{opacity:1}}@keyframes hh{from,to{opacity:0}}</style>'

const quoted = (style: string): string => style.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Positions of a style; `every`: one in how many is tested there. */
const PLACES: Readonly<Record<string, { every: number; build: (style: string) => string }>> = {
  block: { every: 1, build: style => doc(`<div style="${quoted(style)}"><p>${TEXT}</p></div>`, KEYFRAMES) },
  inline: { every: 1, build: style => doc(`<p>Before <span style="${quoted(style)}">${TEXT}</span></p>`, KEYFRAMES) },
  rule: {
    every: 3,
    build: style =>
      doc(`<main><section><p class="a b">${TEXT}</p></section></main>`, `${KEYFRAMES}<style>p.b:nth-child(1){${style}}</style>`)
  },
  quirks: { every: 4, build: style => doc(`<div class="a"><p>${TEXT}</p></div>`, `${KEYFRAMES}<style>.A{${style}}</style>`, '') },
  flex: { every: 4, build: style => doc(`<div style="display:flex"><span style="${quoted(style)}">${TEXT}</span></div>`, KEYFRAMES) }
}

/** Styles of two nested elements, and whether text is before the inner one. */
const NESTED = [
  ['overflow:hidden', 'margin-left:2000px'],
  ['height:50px;overflow:hidden;position:relative', 'position:absolute;top:100px'],
  ['height:50px;overflow:hidden;position:relative', 'position:absolute;top:10px'],
  ['height:50px;overflow:hidden', 'position:absolute;top:60px'],
  ['height:50px;overflow:hidden', 'margin-top:100px'],
  ['height:50px;overflow:auto', 'margin-top:20px'],
  ['overflow:hidden;position:relative', 'position:absolute;left:-300px;width:250px'],
  ['overflow:hidden;position:relative;height:40px', 'position:absolute;left:10px'],
  ['height:100px', 'height:0%;overflow:hidden'],
  ['height:100px', 'max-height:0%;overflow:hidden'],
  ['height:100px', 'height:50%;overflow:hidden'],
  ['position:fixed;left:0;top:0;width:300px;transform:translateX(-100%)', ''],
  ['position:fixed;left:0;top:0;width:300px;transform:translateX(-100%)', 'position:absolute;left:310px'],
  ['position:absolute;left:-200px;width:150px', 'margin-left:220px'],
  ['position:absolute;top:-200px;height:150px', 'position:relative;top:220px'],
  ['position:absolute;left:100px;top:10px', 'position:absolute;left:-80px;width:200px'],
  ['position:relative;margin:20px 50px', 'position:absolute;left:-40px;width:200px'],
  ['position:relative;margin:20px 50px', 'position:absolute;right:100%;margin-right:-180px'],
  ['float:left;position:relative;margin-left:200px;width:50px', 'position:absolute;left:-100%;white-space:nowrap'],
  ['overflow:hidden;width:300px', 'width:900px;margin-left:-300px'],
  ['margin:0 -15px', 'padding:0 15px;float:left;width:50%'],
  ['position:relative;margin-top:50px', 'position:absolute;bottom:100%;left:150px;transform:translate(-50%,-10px)'],
  ['overflow:hidden;height:0;padding-bottom:60px;position:relative', 'position:absolute;bottom:0'],
  ['overflow:hidden;height:0;width:0', 'position:fixed;top:10px'],
  ['width:100px', 'margin-left:120px'],
  ['width:100px;overflow:hidden', 'margin-left:120px']
] as const

const MARKUP = [
  ...NESTED.map(([outer, inner]) => `<div style="${outer}"><div style="${inner}">${TEXT}</div></div>`),
  `<style>body{overflow-x:hidden}h2{margin:0 -9999px;padding:0 9999px}</style><h2>${TEXT}</h2>`,
  `<p hidden>${TEXT}</p>`,
  `<p hidden style="display:block">${TEXT}</p>`,
  `<div popover>${TEXT}</div>`,
  `<datalist><option>${TEXT}</option></datalist>`,
  `<dialog>${TEXT}</dialog>`,
  `<dialog open style="position:static;margin:0">${TEXT}</dialog>`,
  `<video>${TEXT}</video>`,
  `<audio>${TEXT}</audio>`,
  `<noframes>${TEXT}</noframes>`,
  `<noembed>${TEXT}</noembed>`,
  `<canvas>${TEXT}</canvas>`,
  `<meter>${TEXT}</meter>`,
  `<iframe>${TEXT}</iframe>`,
  `<ruby>a<rp>${TEXT}</rp><rt>b</rt></ruby>`,
  `<template>${TEXT}</template>`,
  `<div inert>${TEXT}</div>`,
  `<div><template shadowrootmode="open">x</template>${TEXT}</div>`,
  `<math><semantics><mi>x</mi><annotation>${TEXT}</annotation></semantics></math>`,
  `<math><mphantom><mtext>${TEXT}</mtext></mphantom></math>`,
  `<math><maction><mrow></mrow><mtext>${TEXT}</mtext></maction></math>`,
  `<math><maction><mtext>${TEXT}</mtext><mrow></mrow></maction></math>`,
  `<math><mstyle mathcolor="white"><mtext>${TEXT}</mtext></mstyle></math>`,
  `<math><mtext mathcolor="#333">${TEXT}</mtext></math>`,
  `<math><mtext mathsize="0">${TEXT}</mtext></math>`,
  `<math><mtext mathsize="120%">${TEXT}</mtext></math>`,
  `<math><mtext mathsize="1.2em">${TEXT}</mtext></math>`,
  `<marquee width="0" height="0">${TEXT}</marquee>`,
  `<style>details::details-content{display:none}</style><details open><summary>x</summary>${TEXT}</details>`,
  `<font color="#ffffff">${TEXT}</font>`,
  `<font color="white">${TEXT}</font>`,
  `<font color="black">${TEXT}</font>`,
  `<table bgcolor="black"><tr><td>${TEXT}</td></tr></table>`,
  `<table bgcolor="black"><tr><td><font color="#FFFFFF">${TEXT}</font></td></tr></table>`,
  `<details><summary style="display:none">x</summary>${TEXT}</details>`,
  `<div style="opacity:.2"><div style="opacity:.2"><div style="opacity:.2"><p style="opacity:.2">${TEXT}</p></div></div></div>`,
  `<div style="visibility:hidden"><p style="visibility:visible">${TEXT}</p></div>`,
  `<div style="font-size:0"><p style="font-size:14px">${TEXT}</p></div>`,
  `<div style="height:0;overflow:hidden"><p style="position:absolute;top:0">${TEXT}</p></div>`,
  `<div style="height:0;overflow:hidden;position:relative"><p style="position:absolute;top:0">${TEXT}</p></div>`,
  `<div style="height:0;overflow:hidden"><p style="position:fixed;top:0">${TEXT}</p></div>`,
  `<div style="transform:scale(.05)"><p style="transform:scale(.05)">${TEXT}</p></div>`,
  `<div style="margin-left:-5000px"><p style="margin-left:5000px">${TEXT}</p></div>`,
  `<div style="position:relative;left:-5000px"><p style="position:relative;left:5000px">${TEXT}</p></div>`,
  `<div style="background:#000"><p style="color:#fff">${TEXT}</p></div>`,
  `<div style="background:#000"><p>${TEXT}</p></div>`,
  `<div style="background:#000;color:#fff"><p style="background:#fff">${TEXT}</p></div>`,
  `<div style="color:#fff"><p style="color:initial">${TEXT}</p></div>`,
  `<div style="--x:none"><p style="display:var(--x)">${TEXT}</p></div>`,
  `<button>${TEXT}</button>`,
  `<div style="background:#000"><button>${TEXT}</button></div>`,
  `<mark>${TEXT}</mark>`,
  `<a href="x">${TEXT}</a>`,
  `<div style="background:#0000ee"><a href="x">${TEXT}</a></div>`,
  `<link rel="stylesheet" href="data:text/css,p{display:none}"><p>${TEXT}</p>`,
  `<style>@import url("data:text/css,p{display:none}");</style><p>${TEXT}</p>`,
  `<style media="print">p{display:none}</style><p>${TEXT}</p>`,
  `<style media="(min-width:600px)">p{display:none}</style><p>${TEXT}</p>`,
  `<style type="text/less">p{display:none}</style><p>${TEXT}</p>`,
  `<style>:root{color-scheme:dark}</style><p style="color:#121212">${TEXT}</p>`,
  `<style>:root{color-scheme:dark}</style><p>${TEXT}</p>`,
  `<style>html{font-size:.05px}p{font-size:1rem}</style><p>${TEXT}</p>`,
  `<svg><style>p{display:none}</style></svg><p>${TEXT}</p>`,
  `<style>a{b:(}</style><style>p{display:none}</style><p>${TEXT}</p>`
]

t.test('styles and markup hide text as the browser paints it', { timeout: 120_000 }, async t => {
  const cases = [
    ...Object.entries(PLACES).flatMap(([place, { build, every }]) =>
      STYLES.filter((_, at) => at % every === 0).map(style => ({ name: `${place}: ${style}`, html: build(style) }))
    ),
    ...MARKUP.map(html => ({ name: html, html: doc(html) }))
  ]
  const painted = await arePainted(cases.map(({ html }) => html))
  t.ok(painted.filter(Boolean).length > 100 && painted.filter(one => !one).length > 500, 'some are shown and many are hidden')
  for (const [at, { name, html }] of cases.entries()) compare(t, name, html, painted[at] === true)
})

/** Whether the browser renders the element `#t`, by its styles; undefined if it renders nothing of the page, which is read anyway. */
const areRendered = (pages: readonly string[]): Promise<(boolean | undefined)[]> =>
  page.evaluate(async documents => {
    document.body.innerHTML = '<iframe style="border:0;width:1280px;height:800px"></iframe>'
    const frame = document.querySelector('iframe')
    return documents.map(html => {
      const { contentDocument } = frame
      contentDocument.open()
      contentDocument.write(html)
      contentDocument.close()
      // The styles of an element that appears can differ from its later styles.
      if (
        contentDocument.body.offsetHeight < 0 ||
        [contentDocument.body, contentDocument.documentElement].some(one => !one.checkVisibility())
      )
        return undefined
      return contentDocument.getElementById('t').checkVisibility({ opacityProperty: true, visibilityProperty: true })
    })
  }, pages)

/** The same numbers in every run, so that a failure can be reproduced. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const random = randomNumbers(13)
const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] ?? (values[0] as T)

const BODY = `<main id="m" class="wrap"><h1>A</h1><div class="box one" data-kind="foo bar"><p class="first">1</p><p id="t" class="x y sm:z" data-kind="note-big" title="a b" lang="en">${TEXT}</p><p>3</p></div><div class="box">4</div></main>`

const SIMPLE =
  `p #t .x .y .z .sm\\:z #m * .\\78 P [title] [title=a] [title="a b"] [title~=b] [data-kind^=note] [data-kind$=big] [data-kind*="e-b"] [data-kind|=note] [data-kind=x]
  [TITLE] [data-kind="NOTE-BIG"i] [lang|=en] :not(.z) :not(.x) :not(.z,.w) :is(.x,.q) :is(.q) :where(#t) :where(.q) :nth-child(2) :nth-child(odd) :nth-child(2n) :nth-child(n+2) :nth-child(-n+1)
  :nth-last-child(2) :nth-of-type(2) :nth-of-type(1) :first-child :last-child :only-child :first-of-type :last-of-type :empty :hover :focus :not(:hover) :lang(en) :lang(de) :nth-child(2_of_.x)
  :nth-child(1_of_.x) :has(b) :not(:has(b)) :root :not(:root) ::before ::first-line :bogus ::bogus :-moz-any-link :link :visited :target :enabled :dir(ltr) :dir(rtl) :defined :read-only :is(:bogus,.x) .1 a,, div`
    .split(/\s+/)
    .map(part => part.replaceAll('_', ' '))

const BEFORE = [
  '',
  '',
  'main ',
  'main > ',
  'div > ',
  '.box>',
  '.box > .first + ',
  'h1 ~ .box ',
  '.box ~ .box ',
  '.first ~ ',
  'p + p + ',
  ':root ',
  'html body ',
  '#m .one ',
  'h1 + div > ',
  '.nope ',
  'p ',
  'main:has(#t) ',
  ':is(main,section) ',
  'body > ',
  '.box:not(.one) ',
  '.wrap > * > ',
  ':scope '
]

function randomSelector(): string {
  const simple = Array.from({ length: 1 + Math.floor(random() * 2) }, () => one(SIMPLE)).toSorted(
    (a, b) => Number(/^[.#[:]/.test(a)) - Number(/^[.#[:]/.test(b))
  )
  return one(BEFORE) + simple.join('')
}

const VALUES = [
  'none',
  'none',
  'none',
  'block',
  'bogus',
  'none !important',
  'block !important',
  'revert',
  'inherit',
  'unset',
  'var(--n)',
  'var(--q,none)',
  'inline',
  'revert-layer'
]

const CONDITIONS =
  `@media screen|@media print|@media (min-width:600px)|@media (max-width:600px)|@media screen and (min-width:1280px)|@media (width>=1281px)|@media (400px<width<=80em)|@media not print|@media not all and (min-width:1px)|@media print,screen
@media (hover)|@media (hover:none)|@media (prefers-color-scheme:light)|@media (prefers-color-scheme:dark)|@media (orientation:landscape)|@media (min-aspect-ratio:1/1)|@media only screen|@media (bogus)|@media bogus|@media (min-width:10em) and (not (max-width:20em))
@media (min-width:1px) or (max-width:2px)|@media (min-height:801px)|@media (min-resolution:2dppx)|@media all and (color)|@media (monochrome)|@media (pointer:fine)|@media (scripting:enabled)|@media|@media (min-width:calc(1px + 2px))
@supports (display:grid)|@supports (display:bogus)|@supports not (display:bogus)|@supports (display:grid) and (color:red)|@supports (a:b) or (color:red)|@supports selector(:has(a))|@supports (--a:b)|@supports not (display:grid)|@supports (-webkit-appearance:none)
@layer a|@layer b|@layer a.b|@layer|@container (min-width:1px)|@scope (main)|@scope (.nope)|@scope (main) to (.one)|@scope (main) to (.nope)|@scope (.box)|@bogus|@font-face|@layer c{} @layer b|@media screen{@layer z|@namespace x
.box|.box, .q|main &|.nope|:is(.box)`.split(/[|\n]/)

function randomRule(): string {
  const declarations = Array.from({ length: 1 + Math.floor(random() * 2) }, () => `display:${one(VALUES)}`).join(';')
  const own = `${random() < 0.25 ? '#t' : randomSelector()}{${declarations}}`
  if (random() < 0.5) return own
  const condition = one(CONDITIONS)
  const nested = /^[.:m]/.test(condition) ? (random() < 0.5 ? `& ${own}` : own) : own
  return `${condition}{${nested}}${condition.includes('{') && !condition.includes('}') ? '}' : ''}`
}

const BROKEN = [
  '',
  '',
  '',
  '}',
  ';',
  '<!--',
  '@bogus;',
  '.a{',
  '@import "x";',
  '.q{color:(}',
  '/* x',
  '.a{b:c}}',
  '@charset "x";',
  '.q{"',
  '@layer b, a;'
]

function randomPage(): string {
  const sheets = Array.from({ length: 1 + Math.floor(random() * 2) }, () => {
    const rules = Array.from({ length: 1 + Math.floor(random() * 3) }, randomRule)
    if (random() < 0.2) rules.splice(Math.floor(random() * rules.length), 0, one(BROKEN))
    return `<style>${rules.join('\n')}</style>`
  })
  const inline = random() < 0.1 ? BODY.replace('id="t"', `id="t" style="display:${one(VALUES)}"`) : BODY
  return doc(inline, `<style>:root{--n:none}</style>${sheets.join('')}`, random() < 0.1 ? '' : '<!doctype html>')
}

t.test('rules apply as in the browser: selectors, conditions, layers, nesting and order', { timeout: 120_000 }, async t => {
  const pages = [
    ...SIMPLE.flatMap(simple => BEFORE.slice(1, 8).map(before => doc(BODY, `<style>${before}${simple}{display:none}</style>`))),
    ...CONDITIONS.map(condition => doc(BODY, `<style>${condition}{#t{display:none}}</style>`)),
    ...Array.from({ length: 3_000 }, randomPage)
  ]
  const rendered = await areRendered(pages)
  const hidden = rendered.filter(isShown => isShown === false).length
  t.ok(hidden > 500 && hidden < pages.length - 500, `${hidden} of ${pages.length} hide the text`)
  for (const [at, html] of pages.entries()) {
    const isShown = rendered[at]
    if (isShown !== undefined) compare(t, html.slice(html.indexOf(BASE) + BASE.length, html.indexOf('</head>')), html, isShown)
  }
})
