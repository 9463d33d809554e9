package files;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import javax.activation.DataHandler;
import javax.activation.DataSource;

/** Bytes of attachments. */
public final class Bytes implements DataSource {
  private final byte[] bytes;
  private final String type;

  private Bytes(byte[] bytes, String type) {
    this.bytes = bytes;
    this.type = type;
  }

  public static DataHandler of(byte[] bytes, String type) {
    return new DataHandler(new Bytes(bytes, type));
  }

  public static byte[] in(DataHandler handler) {
    try {
      ByteArrayOutputStream output = new ByteArrayOutputStream();
      handler.writeTo(output);
      return output.toByteArray();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  public InputStream getInputStream() {
    return new ByteArrayInputStream(bytes);
  }

  public OutputStream getOutputStream() {
    throw new UnsupportedOperationException();
  }

  public String getContentType() {
    return type;
  }

  public String getName() {
    return "";
  }
}
