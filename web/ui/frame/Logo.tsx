import { clinic, isPlaceholder } from '#web/clinic.ts'

/** The clinic's logo, or else a tooth's crown that is also a smile. Decorative: the clinic's name is beside it. */
export function Logo() {
  // The build makes both: the server removes the one that the clinic does not have (data-if).
  const hasTooth = clinic.logo === undefined || isPlaceholder(clinic.logo)
  return (
    <>
      {clinic.logo !== undefined && (
        <span data-if="hasLogo" className="contents">
          {/* React would preload one of high priority, also where the server removes it. */}
          <img
            src={clinic.logo}
            alt=""
            fetchPriority="low"
            width={40}
            height={40}
            className="size-10 shrink-0 rounded-field"
          />
        </span>
      )}
      {hasTooth && <Tooth />}
    </>
  )
}

function Tooth() {
  return (
    <svg data-if="hasNoLogo" viewBox="0 0 40 40" className="size-10 shrink-0" aria-hidden="true">
      <defs>
        <linearGradient id="logo" x1="0" y1="0" x2="1" y2="1">
          <stop stopColor="#0fcfec" />
          <stop offset="1" stopColor="#19d3ae" />
        </linearGradient>
      </defs>
      <rect width="40" height="40" rx="12" fill="url(#logo)" />
      <path
        d="M11 13.5c0 10 3 15.5 9 15.5s9-5.5 9-15.5"
        fill="none"
        stroke="#06323b"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M16 14.5h8" stroke="#06323b" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
