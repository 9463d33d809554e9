export { type Listening, type ListenOptions, listen } from './listen.ts';
export { nodeListener } from './listener.ts';
