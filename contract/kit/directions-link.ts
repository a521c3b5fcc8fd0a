/** Returns the address of a page with the way to a postal address. Phones open it in their maps app, Android and iOS
 *  alike, which `geo:` does not reach on iOS; and it needs no coordinates, as OpenStreetMap's directions do
 *  (https://developers.google.com/maps/documentation/urls/get-started). It names nobody but the clinic. */
export function directionsLink(address: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`
}
