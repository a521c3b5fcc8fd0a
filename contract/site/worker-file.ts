/** Address of the service worker. Its folder, the whole site, is what it can act for. */
export const workerFile = '/offline.js'
