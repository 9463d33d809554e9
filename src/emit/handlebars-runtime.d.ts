/** The part of Handlebars that runs precompiled templates; its own declaration file leaves it out. */
declare module 'handlebars/runtime.js' {
  import Handlebars from 'handlebars';

  export default Handlebars;
}
