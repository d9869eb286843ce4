import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  resolve: { alias: { '@harmattan/client': fileURLToPath(new URL('../client/src/index.js', import.meta.url)) } },
  // The service replaces it in each answer (src/contexts/staff/records/adapters/http).
  html: { cspNonce: 'NONCE_OF_THE_ANSWER' },
  build: {
    target: 'es2022',
    // Small images would become data: addresses, and the policy has one rule less without them.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // For LICENSES.md of a release.
    license: { fileName: 'licences.md' },
    // What many screens share is one file: a file each of some hundred bytes costs a request each.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 8 }] } } },
  },
});
