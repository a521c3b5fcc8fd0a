const attendedMs = 60_000
let lastInput = 0

/** Tells whether somebody used this page within the last minute, by pointer or keyboard. */
export function isAttended(): boolean {
  return Date.now() - lastInput < attendedMs
}

function noteInput() {
  lastInput = Date.now()
}

// Pages are rendered on the server, too, where nobody uses them.
if (typeof window !== 'undefined') {
  noteInput()
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
    window.addEventListener(type, noteInput, { passive: true, capture: true })
}
