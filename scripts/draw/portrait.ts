const lineColor = '#3a4256'
const faceColor = '#221c24'

/** Appearance of a person: colors, and SVG path data for hair and beard. `hairBehind` may be empty. */
export type Person = {
  skin: string
  skinShade: string
  hair: string
  shirt: string
  hairBehind: string
  hairAbove: string
  beard?: string
  glasses?: boolean
}

const stroke = 'fill="none" stroke-width="6" stroke-linecap="round"'
const line = `${stroke} stroke="${lineColor}"`
const svgAttributes = 'xmlns="http://www.w3.org/2000/svg" viewBox="76 62 328 328"'

/** Returns an SVG of a doctor in a white coat, 480 × 480 pixels, on the color `background`. */
export function doctorPortrait(doctor: Person, background: string): string {
  const coat = `
    <path d="M64 480 C68 392 132 352 204 344 C214 376 266 376 276 344 C348 352 412 392 416 480 Z" fill="#ffffff"/>
    <path d="M204 344 C214 376 266 376 276 344 L300 347 L240 440 L180 347 Z" fill="${doctor.shirt}"/>
    <path d="M204 344 C214 372 266 372 276 344 L276 336 L204 336 Z" fill="${doctor.skinShade}"/>
    <g ${line}><path d="M180 347 L240 440 L300 347"/><path d="M240 440 L240 480"/></g>`
  return `<svg ${svgAttributes} width="480" height="480">
    <rect width="480" height="480" fill="${background}"/>
    <circle cx="240" cy="226" r="196" fill="#ffffff" opacity="0.55"/>${drawPerson(doctor, coat)}
  </svg>`
}

/** Returns an SVG of a patient. Its background follows the color scheme of the page's visitor. */
export function patientPortrait(patient: Person, title: string): string {
  const pullover = `
    <path d="M64 480C68 392 132 352 204 344c10 26 62 26 72 0 72 8 136 48 140 136Z" fill="${patient.shirt}"/>
    <path d="M196 345c8 44 80 44 88 0" ${line}/>`
  const style = '.g{fill:#e4f4f6}@media (prefers-color-scheme:dark){.g{fill:#1f3644}}'
  const svg = `<svg ${svgAttributes}><title>${title}</title><style>${style}</style><path class="g" d="M76 62h328v328H76z"/>${drawPerson(patient, pullover)}</svg>`
  return `${svg.replace(/\s*\n\s*/g, '').replaceAll('<path d="" fill="none"/>', '')}\n`
}

function drawPerson(person: Person, clothes: string) {
  const { skin, skinShade, hair, hairBehind, hairAbove } = person
  const beard = person.beard ? `<path d="${person.beard}" fill="${hair}"/>` : ''
  const glasses = person.glasses
    ? `<g ${line}><circle cx="208" cy="222" r="25"/><circle cx="272" cy="222" r="25"/><path d="M233 218 Q240 213 247 218"/></g>`
    : ''
  return `
    <path d="${hairBehind}" fill="${hairBehind ? hair : 'none'}"/>
    <path d="M204 270 L276 270 L276 350 C276 372 204 372 204 350 Z" fill="${skinShade}"/>${clothes}
    <ellipse cx="240" cy="218" rx="74" ry="92" fill="${skin}"/>
    <circle cx="166" cy="226" r="15" fill="${skin}"/><circle cx="314" cy="226" r="15" fill="${skin}"/>
    ${beard}
    <path d="${hairAbove}" fill="${hair}"/>
    <g fill="${faceColor}"><circle cx="209" cy="222" r="6.5"/><circle cx="271" cy="222" r="6.5"/></g>
    <g stroke="${beard ? '#f6ece4' : faceColor}"><path d="M214 262 Q240 284 266 262" ${stroke}/></g>
    ${glasses}`
}
