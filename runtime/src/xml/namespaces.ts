export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
export const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance';
