import { xmlText } from '../xml.ts'

/** A page of an EPUB. */
export const xhtml = (title: string, body: string) => `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head>
<meta charset="utf-8"/>
<title>${xmlText(title)}</title>
<link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body>
${body}
</body>
</html>
`

/** Only what readers cannot set themselves: no fonts, no text size, and no colors. */
export const EPUB_STYLES = `@charset "utf-8";
h1, h2, h3 { line-height: 1.2; margin: 1.5em 0 0.5em; text-align: left; break-after: avoid; page-break-after: avoid; hyphens: none; -webkit-hyphens: none; }
h1 { font-size: 1.6em; margin-top: 1em; }
h2 { font-size: 1.25em; margin-top: 2em; }
h3 { font-size: 1.05em; }
p { margin: 0 0 0.8em; }
ul, ol { margin: 0 0 0.8em; padding-left: 1.4em; }
li { margin: 0 0 0.5em; }
.number { display: block; font-size: 0.75em; font-weight: normal; }
.author, .facts { margin: 0 0 0.2em; text-align: left; }
.blurb { font-style: italic; margin: 1em 0 2em; }
.cover { margin: 0 0 1em; text-align: left; }
.cover img { width: 40%; max-width: 12em; }
.about, .end { margin-top: 2.5em; }
.about { font-size: 0.9em; }
nav ol { list-style: none; padding-left: 0; }
[hidden] { display: none; }
mark { color: inherit; background: #fff0a0; }
mark.green { background: #cdf0c4; border-bottom: 1px dotted; }
mark.blue { background: #cbe4ff; border-bottom: 1px dashed; }
mark.pink { background: #ffd6e4; border-bottom: 3px double; }
.note { margin: 0 0 0.8em; padding-left: 0.8em; border-left: 2px solid; font-size: 0.9em; }
`
