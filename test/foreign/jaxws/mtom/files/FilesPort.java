package files;

import javax.jws.WebParam;
import javax.jws.WebResult;
import javax.jws.WebService;
import javax.jws.soap.SOAPBinding;

/** The port type of service and client. */
@WebService(targetNamespace = "urn:example:files", name = "FilesPort")
@SOAPBinding(style = SOAPBinding.Style.RPC)
public interface FilesPort {
  @WebResult(name = "bytes")
  byte[] reverse(@WebParam(name = "bytes") byte[] bytes);

  /** Returns the same bytes reversed. */
  @WebResult(name = "kept")
  Scan keep(@WebParam(name = "scan") Scan scan);
}
