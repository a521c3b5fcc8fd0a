/** Header of a request that a page sends by itself, while nobody uses it. Such a request does not keep a session
 *  alive. */
export const unattendedHeader = 'x-unattended'
