using System;
using System.Security.Cryptography.X509Certificates;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Security;

[ServiceContract(Namespace = "http://weather.example/", Name = "Weather")]
public interface IWeather {
  [OperationContract(Action = "http://weather.example/in", ReplyAction = "http://weather.example/out")]
  int degrees(string town);
}

/// <summary>Calls an address with the message security of WCF by certificates, with the algorithm suite of an argument.</summary>
public static class Program {
  public static void Main(string[] arguments) {
    var certificate = new X509Certificate2("key.p12", "geheim", X509KeyStorageFlags.Exportable);
    // Encrypting first is not implemented in Mono.
    var security = (AsymmetricSecurityBindingElement)SecurityBindingElement.CreateMutualCertificateBindingElement(
      MessageSecurityVersion.WSSecurity10WSTrustFebruary2005WSSecureConversationFebruary2005WSSecurityPolicy11BasicSecurityProfile10);
    security.DefaultAlgorithmSuite =
      arguments[1] == "Basic128" ? SecurityAlgorithmSuite.Basic128 : SecurityAlgorithmSuite.Basic256;
    security.SetKeyDerivation(false);
    var encoding = new TextMessageEncodingBindingElement(MessageVersion.Soap11, System.Text.Encoding.UTF8);
    var binding = new CustomBinding(security, encoding, new HttpTransportBindingElement());
    var address = new EndpointAddress(new Uri(arguments[0]), EndpointIdentity.CreateX509CertificateIdentity(certificate));
    var factory = new ChannelFactory<IWeather>(binding, address);
    factory.Credentials.ClientCertificate.Certificate = certificate;
    factory.Credentials.ServiceCertificate.DefaultCertificate = certificate;
    try {
      factory.CreateChannel().degrees("Rome");
    } catch (Exception error) {
      Console.WriteLine(error.GetType().Name);
    }
  }
}
