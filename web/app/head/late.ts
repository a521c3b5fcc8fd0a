// Starts the app after the first paint, so that it does not compete with the style sheet and the font. Runs inline at
// the end of a document that shows something without the app.

/** The app's scripts. Browsers ignore links of this type. */
const scripts = [...document.querySelectorAll<HTMLLinkElement>('link[rel=later]')]

let hasStarted = false
new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
// For a tab in the background, which paints nothing.
setTimeout(start, 3000)

function start() {
  if (hasStarted) return
  hasStarted = true
  void fetchAll()
  void runParts()
}

async function fetchAll() {
  for (const script of scripts) {
    script.rel = 'modulepreload'
    await pause()
  }
}

/** Runs the shared scripts and then the app, each in a task of its own. */
async function runParts() {
  for (const { href, dataset } of scripts) {
    if (!('run' in dataset)) continue
    // The app requests a shared script again if this failed.
    await import(/* @vite-ignore */ href).catch(() => undefined)
    await pause()
  }
}

function pause() {
  return new Promise((done) => setTimeout(done))
}
