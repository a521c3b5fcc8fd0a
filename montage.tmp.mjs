import { chromium } from 'playwright-core'
import { readdirSync } from 'node:fs'
const [dir, filter, out, colsArg = '6', wArg = '250'] = process.argv.slice(2)
const files = readdirSync(dir).filter((f) => new RegExp(filter).test(f)).sort()
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--allow-file-access-from-files'] })
const per = Number(colsArg)
let n = 0
for (let i = 0; i < files.length; i += per) {
  const p = await b.newPage({ viewport: { width: per * (Number(wArg) + 10), height: 900 } })
  const html = `<body style="margin:0;display:flex;gap:10px;align-items:flex-start;background:#999;font:12px sans-serif">` + files.slice(i, i + per).map((f) => `<div style="width:${wArg}px"><div>${f}</div><img src="file://${dir}/${f}" style="width:${wArg}px;display:block"></div>`).join('')
  const { writeFileSync } = await import('node:fs'); writeFileSync('/tmp/m.html', html)
  await p.goto('file:///tmp/m.html'); await p.waitForLoadState('networkidle')
  const h = Math.min(1500, await p.evaluate(() => document.documentElement.scrollHeight))
  await p.screenshot({ path: `${out}-${n++}.png`, clip: { x: 0, y: 0, width: per * (Number(wArg) + 10), height: h } })
  await p.close()
}
await b.close(); console.log(files.length, n)
