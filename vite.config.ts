import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** What every public page needs, in one file each: small files cost a guest's phone more in asking than in reading. */
const SHARED_BY_GUESTS = [
  // What others would drag along with them, though not every page needs it.
  { name: 'preload-helper', test: /preload-helper/ },
  { name: 'small-parts', test: /src[\\/](ui[\\/]toasts|lib[\\/]calendar-date)/ },
  { name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
  // The small print is sent without scripts: only who walks to it from another page needs what it is drawn with.
  {
    name: 'house',
    test: /src[\\/](ui[\\/](?!forms)|lib[\\/](?!forms)|features[\\/]|web[\\/]site[\\/](?!legal-page|page-heading))/,
    minShareCount: 3,
  },
  // What forms are drawn and checked with comes with the first form, and not before.
  { name: 'forms', test: /src[\\/](ui|lib)[\\/]forms/, minShareCount: 2 },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // The server bundle is the whole server, so that screens and the front door share one copy of every module.
    ssr: { build: { rollupOptions: { input: './src/main.ts' } } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: SHARED_BY_GUESTS } } } } },
  },
  build: { assetsInlineLimit: 0 },
  server: { watch: { ignored: ['**/data/**'] } },
})
