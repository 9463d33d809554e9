export { type Listening, type ListenOptions, listen, type TlsPair } from './listen.ts';
export { nodeListener } from './listener.ts';
