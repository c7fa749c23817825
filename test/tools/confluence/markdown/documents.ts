/** A page in storage format, as the vendor documents it, and the Markdown of its construct. */
export interface Document {
  construct: string
  storage: string
  /** Markdown that expresses it. A construct without any is a marked block. */
  markdown?: string
}

const macro = (name: string, content: string): string =>
  `<ac:structured-macro ac:name="${name}" ac:schema-version="1" ac:macro-id="b5f1c0de-0001-4000-8000-00000000000a">${content}</ac:structured-macro>`
const parameter = (name: string, value: string): string => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`
const rich = (content: string): string => `<ac:rich-text-body>${content}</ac:rich-text-body>`
const plain = (content: string): string => `<ac:plain-text-body><![CDATA[${content}]]></ac:plain-text-body>`

/** Constructs from "Confluence Storage Format", the pages of macros and the editor of Cloud. */
export const DOCUMENTS: readonly Document[] = [
  {
    construct: 'task list',
    storage:
      '<ac:task-list>\n<ac:task>\n<ac:task-id>11</ac:task-id>\n<ac:task-uuid>0d1c</ac:task-uuid>\n<ac:task-status>incomplete</ac:task-status>\n<ac:task-body><span class="placeholder-inline-tasks">Write the <strong>notes</strong></span></ac:task-body>\n</ac:task>\n<ac:task>\n<ac:task-id>12</ac:task-id>\n<ac:task-status>complete</ac:task-status>\n<ac:task-body>Cut the branch</ac:task-body>\n</ac:task>\n</ac:task-list>',
    markdown: '- [ ] Write the **notes**\n- [x] Cut the branch'
  },
  {
    construct: 'admonition: warning with a title',
    storage: macro('warning', parameter('title', 'Mind the gap') + rich('<p>Do <em>not</em> pass.</p><ul><li>one</li><li>two</li></ul>')),
    markdown: '> [!WARNING] Mind the gap\n> Do *not* pass.\n>\n> - one\n> - two'
  },
  {
    construct: 'admonitions: info, note and tip',
    storage: `${macro('info', rich('<p>Know.</p>'))}<p>and</p>${macro('note', `${parameter('icon', 'false')}${rich('<p>Note.</p>')}`)}<p>and</p>${macro('tip', rich('<p>Try.</p>'))}`,
    markdown: '> [!INFO]\n> Know.\n\nand\n\n> [!NOTE]\n> Note.\n\nand\n\n> [!TIP]\n> Try.'
  },
  {
    construct: 'expand',
    storage: macro('expand', parameter('title', 'Show the log') + rich(`<p>The log:</p>${macro('code', plain('a\n\nb'))}`)),
    markdown: '<details>\n<summary>Show the log</summary>\n\nThe log:\n\n```\na\n\nb\n```\n\n</details>'
  },
  {
    construct: 'footnotes: of an app, and by anchors',
    storage: `<p>Text ${macro('footnote', rich('<p>an <em>aside</em></p>'))} and more${macro('anchor', parameter('', 'fnref-a'))}<sup><ac:link ac:anchor="fn-a"><ac:plain-text-link-body><![CDATA[a]]></ac:plain-text-link-body></ac:link></sup>.</p><p>${macro('anchor', parameter('', 'fn-a'))}<sup>a</sup> The note. <ac:link ac:anchor="fnref-a"><ac:plain-text-link-body><![CDATA[↩]]></ac:plain-text-link-body></ac:link></p>`,
    markdown: 'Text ^[an *aside*] and more[^a].\n\n[^a]: The note.'
  },
  {
    construct: 'emoji',
    storage:
      '<p>Ship <ac:emoticon ac:name="blue-star" ac:emoji-shortname=":rocket:" ac:emoji-id="1f680" ac:emoji-fallback="🚀" /> it <ac:emoticon ac:name="thumbs-up" /></p>',
    markdown: 'Ship :rocket: it :thumbs-up:'
  },
  {
    construct: 'subscript, superscript and other text effects',
    storage:
      '<p>H<sub>2</sub>O, x<sup>2</sup>, <u>under</u>, <del>gone</del>, <strong>bold <em>both</em></strong>, <code>a | b</code>, <span style="color: rgb(255,0,0);">red</span>, <small>small</small></p>',
    markdown:
      'H<sub>2</sub>O, x<sup>2</sup>, <u>under</u>, ~~gone~~, **bold *both***, `a | b`, <span style="color: rgb(255,0,0);">red</span>, <small>small</small>'
  },
  {
    construct: 'mentions',
    storage:
      '<p>Ask <ac:link><ri:user ri:account-id="557058:1234-abcd" ri:local-id="x" /></ac:link> or <ac:link><ri:user ri:userkey="ff80808100000000" /></ac:link>.</p>',
    markdown: 'Ask [@557058:1234-abcd](user:557058:1234-abcd) or [@ff80808100000000](userkey:ff80808100000000).'
  },
  {
    construct: 'dates',
    storage: '<p>Due <time datetime="2026-03-01" />, or <time datetime="2026-04-01"></time>.</p>',
    markdown: 'Due [2026-03-01](date:2026-03-01), or [2026-04-01](date:2026-04-01).'
  },
  {
    construct: 'status',
    storage: `<p>It is ${macro('status', parameter('colour', 'Green') + parameter('title', 'DONE'))} and ${macro('status', parameter('title', 'Open [1]') + parameter('subtle', 'true'))}</p>`,
    markdown: 'It is [DONE](status:Green) and [Open \\[1\\]](status:){subtle=true}'
  },
  {
    construct: 'code with a language and a title',
    storage: macro(
      'code',
      parameter('language', 'java') +
        parameter('title', 'Main class') +
        parameter('linenumbers', 'true') +
        plain('class A {\n  // ]]]]><![CDATA[> end\n\n}')
    ),
    markdown: '```java {title="Main class" linenumbers=true}\nclass A {\n  // ]]> end\n\n}\n```'
  },
  {
    construct: 'images: attachment and address',
    storage:
      '<p><ac:image ac:width="300" ac:alt="The plan"><ri:attachment ri:filename="plan 1.png" ri:version-at-save="2" /></ac:image> <ac:image><ri:url ri:value="https://example.com/a.png?x=1&amp;y=2" /></ac:image></p><ac:image ac:align="center" ac:layout="center"><ri:attachment ri:filename="b.png" /></ac:image>',
    markdown: '![The plan](<plan 1.png>){width=300} ![](https://example.com/a.png?x=1&y=2)\n\n![](b.png){align=center layout=center}'
  },
  {
    construct: 'links between pages, to files, anchors, spaces and sites',
    storage:
      '<p><ac:link><ri:page ri:space-key="DOCS" ri:content-title="Release plan" /><ac:plain-text-link-body><![CDATA[the plan]]></ac:plain-text-link-body></ac:link>, <ac:link><ri:page ri:content-title="Home" /></ac:link>, <ac:link ac:anchor="Steps"><ri:page ri:content-title="Home" /><ac:link-body>its <em>steps</em></ac:link-body></ac:link>, <ac:link ac:anchor="Here"><ac:plain-text-link-body><![CDATA[here]]></ac:plain-text-link-body></ac:link>, <ac:link><ri:attachment ri:filename="a.pdf" /></ac:link>, <ac:link><ri:space ri:space-key="HR" /><ac:plain-text-link-body><![CDATA[people]]></ac:plain-text-link-body></ac:link>, <a href="https://example.com/a_(b)" data-card-appearance="inline">site</a></p>',
    markdown:
      '[the plan](<page:DOCS/Release plan>), [Home](page:Home), [its *steps*](page:Home#Steps), [here](#Here), [a.pdf](attachment:a.pdf), [people](space:HR), [site](<https://example.com/a_(b)>){data-card-appearance=inline}'
  },
  {
    construct: 'table with merged cells',
    storage:
      '<table data-layout="wide" ac:local-id="t1"><colgroup><col style="width: 40.0px;" /><col /><col /></colgroup><tbody><tr><th><p>A</p></th><th colspan="2"><p>B</p></th></tr><tr><td rowspan="2" data-highlight-colour="#e3fcef"><p>tall</p></td><td><p>1</p></td><td><p>2</p></td></tr><tr><td><p>3</p></td><td><p>4</p></td></tr></tbody></table>',
    markdown: '| A | B | < |\n| --- | --- | --- |\n| tall | 1 | 2 |\n| ^ | 3 | 4 |'
  },
  {
    construct: 'table with code, lists and several paragraphs in cells',
    storage: `<table><tbody><tr><th>Step</th><th>Command</th></tr><tr><td><p>First</p><p>then</p></td><td>${macro('code', parameter('language', 'bash') + plain('ls | wc\necho "a\\b"'))}</td></tr><tr><td><ul><li>x</li><li><code>y|z</code></li></ul></td><td>plain</td></tr></tbody></table>`,
    markdown:
      '| Step | Command |\n| --- | --- |\n| First<br><br>then | <pre lang="bash">ls \\| wc&#10;echo "a&#92;b"</pre> |\n| <ul><li>x</li><li>`y\\|z`</li></ul> | plain |'
  },
  {
    construct: 'math',
    storage: `<p>Area ${macro('mathinline', parameter('body', '\\pi r^2'))} for $5 and $6.</p>${macro('mathblock', plain('\\int_0^1 x\\,dx'))}`,
    markdown: 'Area $\\pi r^2$ for \\$5 and \\$6.\n\n$$\n\\int_0^1 x\\,dx\n$$'
  },
  {
    construct: 'mermaid as code',
    storage: `${macro('code', parameter('language', 'mermaid') + plain('graph TD\n  A --> B'))}<p>and</p>${macro('mermaid-cloud', parameter('filename', 'flow') + plain('graph LR\n  A --> C'))}`,
    markdown: '```mermaid\ngraph TD\n  A --> B\n```\n\nand\n\n```mermaid {macro=mermaid-cloud filename=flow}\ngraph LR\n  A --> C\n```'
  },
  {
    construct: 'lists, quotes, rules and line breaks',
    storage:
      '<ol start="3"><li>three<ul><li><p>a</p><p>more</p></li><li>b</li></ul></li><li>four</li></ol><blockquote><p>Quoted<br />twice</p></blockquote><hr /><p>1. no list</p><p># no heading</p><ul><li>one list</li></ul><ul><li>another</li></ul>',
    markdown:
      '3. three\n   - a\n\n     more\n   - b\n4. four\n\n> Quoted\\\n> twice\n\n***\n\n1\\. no list\n\n\\# no heading\n\n- one list\n\n<!-- -->\n\n- another'
  },
  {
    construct: 'a layout with macros that Markdown does not have',
    storage: `<ac:layout><ac:layout-section ac:type="two_equal" ac:breakout-mode="default"><ac:layout-cell><h2 local-id="h">Left</h2>\n${macro('toc', parameter('maxLevel', '2'))}</ac:layout-cell>\n<ac:layout-cell><p local-id="p">Right ${macro('jira', parameter('key', 'A-1'))}</p>${macro('excerpt', rich('<p>Short</p>'))}</ac:layout-cell></ac:layout-section></ac:layout>`
  },
  {
    construct: 'extensions, comments on text, and what Markdown cannot express',
    storage:
      '<p>Is <ac:inline-comment-marker ac:ref="6f1c-77">this right</ac:inline-comment-marker>?</p><ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="panel-type">custom</ac:adf-attribute><ac:adf-content><p>x</p></ac:adf-content></ac:adf-node></ac:adf-extension><p>a &nbsp;&ndash; b <!-- a remark --></p><p /><table><tbody><tr><td><table><tbody><tr><td>inner</td></tr></tbody></table></td></tr></tbody></table>'
  },
  {
    construct: 'line breaks at the end of a paragraph',
    storage: '<p>One<br />two<br /> <br /></p><p><br /></p><p>a \\<br /></p>',
    markdown: 'One\\\ntwo\n\na \\\\'
  }
]
