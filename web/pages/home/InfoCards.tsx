import type { LucideIcon } from 'lucide-react'
import Clock from 'lucide-react/icons/clock'
import MapPin from 'lucide-react/icons/map-pin'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import { clinic } from '#web/clinic.ts'
import { OpeningHours } from '#web/ui/frame/OpeningHours.tsx'

/** Opening hours, address and contact, over the hero's lower edge. */
export function InfoCards() {
  return (
    <div className="shell -mt-16 grid gap-4 lg:grid-cols-3 lg:gap-6">
      <InfoCard icon={Clock} title="Opening Hours">
        <OpeningHours />
      </InfoCard>
      <InfoCard icon={MapPin} title="Our Locations">
        <a className="text-link" href={clinic.mapLink} rel="noreferrer">
          {clinic.address}
        </a>
      </InfoCard>
      <InfoCard icon={Phone} title="Contact Us">
        <a className="text-link" href={clinic.phoneLink}>
          {clinic.phone}
        </a>
        <br />
        <a className="text-link wrap-anywhere max-[22rem]:text-sm" href={clinic.emailLink}>
          {clinic.email}
        </a>
      </InfoCard>
    </div>
  )
}

function InfoCard({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <section className="flex items-center gap-3 rounded-box border border-base-300 bg-card p-4 sm:gap-4 sm:p-5 shadow-float xl:gap-5 xl:p-6">
      <span className="grid size-10 shrink-0 sm:size-12 xl:size-14 place-items-center rounded-box bg-base-300">
        <Icon size={24} aria-hidden="true" />
      </span>
      <div>
        <h2 className="text-lg">{title}</h2>
        <p className="text-quiet">{children}</p>
      </div>
    </section>
  )
}
