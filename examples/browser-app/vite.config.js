import { defineConfig } from 'vite';

// The service is another origin: the browser calls /weather of this one, and the proxy passes it on.
export default defineConfig({
  build: { outDir: 'build' },
  server: { proxy: { '/weather': process.env.WEATHER ?? 'http://localhost:8080' } },
});
