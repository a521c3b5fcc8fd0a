const ink = '#3a4256'
const features = '#221c24'

/** How a person looks: colours, and paths for the hair behind and above the face. */
export type Look = {
  skin: string
  shade: string
  hair: string
  shirt: string
  behind: string
  above: string
  /** A beard's path, or glasses. */
  more?: string
}

const smile = 'fill="none" stroke-width="6" stroke-linecap="round"'
const line = `${smile} stroke="${ink}"`
const frame = 'xmlns="http://www.w3.org/2000/svg" viewBox="76 62 328 328"'

/** The portrait of a doctor in a white coat before `ground`, 480 pixels square, as SVG. */
export function doctorPortrait(look: Look, ground: string): string {
  const coat = `
    <path d="M64 480 C68 392 132 352 204 344 C214 376 266 376 276 344 C348 352 412 392 416 480 Z" fill="#ffffff"/>
    <path d="M204 344 C214 376 266 376 276 344 L300 347 L240 440 L180 347 Z" fill="${look.shirt}"/>
    <path d="M204 344 C214 372 266 372 276 344 L276 336 L204 336 Z" fill="${look.shade}"/>
    <g ${line}><path d="M180 347 L240 440 L300 347"/><path d="M240 440 L240 480"/></g>`
  return `<svg ${frame} width="480" height="480">
    <rect width="480" height="480" fill="${ground}"/>
    <circle cx="240" cy="226" r="196" fill="#ffffff" opacity="0.55"/>${person(look, coat)}
  </svg>`
}

/** The portrait of a patient as an SVG that follows the reader's colour scheme. */
export function patientPortrait(look: Look, title: string): string {
  const pullover = `
    <path d="M64 480C68 392 132 352 204 344c10 26 62 26 72 0 72 8 136 48 140 136Z" fill="${look.shirt}"/>
    <path d="M196 345c8 44 80 44 88 0" ${line}/>`
  const ground = '.g{fill:#e4f4f6}@media (prefers-color-scheme:dark){.g{fill:#1f3644}}'
  const drawn = `<svg ${frame}><title>${title}</title><style>${ground}</style><path class="g" d="M76 62h328v328H76z"/>${person(look, pullover)}</svg>`
  return `${drawn.replace(/\s*\n\s*/g, '').replaceAll('<path d="" fill="none"/>', '')}\n`
}

function person({ skin, shade, hair, behind, above, more }: Look, clothes: string) {
  const beard = more && more !== 'glasses' ? `<path d="${more}" fill="${hair}"/>` : ''
  const glasses =
    more === 'glasses'
      ? `<g ${line}><circle cx="208" cy="222" r="25"/><circle cx="272" cy="222" r="25"/><path d="M233 218 Q240 213 247 218"/></g>`
      : ''
  return `
    <path d="${behind}" fill="${behind ? hair : 'none'}"/>
    <path d="M204 270 L276 270 L276 350 C276 372 204 372 204 350 Z" fill="${shade}"/>${clothes}
    <ellipse cx="240" cy="218" rx="74" ry="92" fill="${skin}"/>
    <circle cx="166" cy="226" r="15" fill="${skin}"/><circle cx="314" cy="226" r="15" fill="${skin}"/>
    ${beard}
    <path d="${above}" fill="${hair}"/>
    <g fill="${features}"><circle cx="209" cy="222" r="6.5"/><circle cx="271" cy="222" r="6.5"/></g>
    <g stroke="${beard ? '#f6ece4' : features}"><path d="M214 262 Q240 284 266 262" ${smile}/></g>
    ${glasses}`
}
