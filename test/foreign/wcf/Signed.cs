using System;
using System.IO;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Security.Cryptography.Xml;
using System.Xml;

/// <summary>
/// Signs and verifies messages with the classes on which WCF is built. Each line of the standard input is a command, its words
/// separated by tabs: verify, file, form of the key; or sign, input, output, algorithm, digest, canonicalization, form of the
/// key. Each line of the standard output is "signed", "verified" or the error.
/// </summary>
public static class Program {
  const string Wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
  const string Wsu = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";

  /// <summary>Finds elements by wsu:Id, as WCF does.</summary>
  class Message : SignedXml {
    public Message(XmlDocument document) : base(document) {}

    public override XmlElement GetIdElement(XmlDocument document, string id) {
      var names = new XmlNamespaceManager(document.NameTable);
      names.AddNamespace("u", Wsu);
      return (XmlElement)document.SelectSingleNode("//*[@u:Id='" + id + "']", names) ?? base.GetIdElement(document, id);
    }
  }

  public static void Main(string[] arguments) {
    var certificate = new X509Certificate2(arguments[0], "geheim", X509KeyStorageFlags.Exportable);
    for (string line; (line = Console.In.ReadLine()) != null;) {
      var words = line.Split('\t');
      try {
        Console.WriteLine(words[0] == "sign" ? Sign(certificate, words) : Verify(certificate, words));
      } catch (Exception error) {
        Console.WriteLine("error: " + error.Message);
      }
    }
  }

  static XmlDocument Read(string file) {
    var document = new XmlDocument { PreserveWhitespace = true };
    document.Load(file);
    return document;
  }

  static string Verify(X509Certificate2 certificate, string[] words) {
    var document = Read(words[1]);
    var message = new Message(document);
    message.LoadXml((XmlElement)document.GetElementsByTagName("Signature", SignedXml.XmlDsigNamespaceUrl)[0]);
    var isRight = words[2] == "key-value" ? message.CheckSignature() : message.CheckSignature(certificate, true);
    return isRight ? "verified" : "not verified";
  }

  static string Sign(X509Certificate2 certificate, string[] words) {
    var document = Read(words[1]);
    var message = new Message(document) { SigningKey = certificate.PrivateKey };
    // SignedInfo is signed where no namespaces are around it: only its exclusive form is the same in the message.
    message.SignedInfo.CanonicalizationMethod = SignedXml.XmlDsigExcC14NTransformUrl;
    message.SignedInfo.SignatureMethod = words[3];
    foreach (var id in new[] { "#B", "#T" }) {
      var reference = new Reference(id) { DigestMethod = words[4] };
      Transform form = words[5] == SignedXml.XmlDsigExcC14NTransformUrl
        ? (Transform)new XmlDsigExcC14NTransform() : new XmlDsigC14NTransform();
      reference.AddTransform(form);
      message.AddReference(reference);
    }
    message.KeyInfo = new KeyInfo();
    if (words[6] == "key-value") message.KeyInfo.AddClause(new RSAKeyValue((RSA)certificate.PublicKey.Key));
    else message.KeyInfo.AddClause(new KeyInfoX509Data(certificate));
    message.ComputeSignature();
    document.GetElementsByTagName("Security", Wsse)[0].AppendChild(document.ImportNode(message.GetXml(), true));
    File.WriteAllText(words[2], document.OuterXml);
    return "signed";
  }
}
