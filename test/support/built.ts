/** Where the build puts its files. A test that reads them imports this, so that it runs after the build. */
export const BUILT = 'dist'
