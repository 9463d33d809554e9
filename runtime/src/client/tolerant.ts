/** Reading responses of services that deviate from their contract: `new SoapClient({ address, reading: tolerant })`. */
export { tolerant } from '../xml/tolerant-reader.ts';
